// The page can be kept on the home screen where the browser allows it; its shell then opens without waiting.

if (isSecureContext && "serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {}));
}
