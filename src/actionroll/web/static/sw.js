// Keep the shell at hand: static files are taken from the cache, everything else from the network.

const KEPT = "actionroll-static";
const worker = /** @type {any} */ (self);

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin || !address.pathname.startsWith("/static/"))
    return;
  event.respondWith(fromCache(event.request));
});

/** @param {Request} request */
async function fromCache(request) {
  const cache = await caches.open(KEPT);
  const known = await cache.match(request);
  if (known) return known;
  const reply = await fetch(request);
  if (reply.ok && reply.headers.get("Cache-Control")?.includes("immutable")) await cache.put(request, reply.clone());
  return reply;
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(KEPT);
      const kept = await cache.keys();
      await Promise.all(kept.slice(0, Math.max(0, kept.length - 80)).map((request) => cache.delete(request)));
    })(),
  );
});
