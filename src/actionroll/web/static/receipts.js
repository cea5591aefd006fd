// The last entry that this device saw of each table, which shows later whether the log was cut or changed.

const PLACE = "actionroll.receipts";
const MOST = 50;

/** @returns {Record<string, {number: number, hash: string}>} */
function kept() {
  return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
}

/** @param {string} table @param {number} number @param {string} hash */
export function keepReceipt(table, number, hash) {
  const { [table]: known, ...others } = kept();
  const last = known && known.number > number ? known : { number, hash };
  localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries([...Object.entries(others), [table, last]].slice(-MOST))));
}

/** As `actionroll verify --receipt` takes it. @param {{number: number, hash: string}} receipt */
export function receiptWords({ number, hash }) {
  return `${number}:${hash}`;
}

/**
 * What this device saw of a table and does not find in its log; null if all is as it was.
 * @param {string} table @param {number} last where the log ends now
 * @param {(number: number) => Promise<string | undefined>} hashOf the hash of an entry
 */
export async function contradicted(table, last, hashOf) {
  const receipt = kept()[table];
  if (!receipt) return null;
  return receipt.number <= last && (await hashOf(receipt.number)) === receipt.hash ? null : receipt;
}
