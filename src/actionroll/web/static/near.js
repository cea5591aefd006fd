// The odds of every near alternative came with the last answer, so a toggle shows its odds before the network is asked.

/** Whether two values of inputs are the same. @param {any} a @param {any} b */
export function same(a, b) {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/**
 * The alternative that these changes lead to, if it came along: its tiers, costs and sentence.
 * @param {any} near as the server sent it @param {Record<string, any>} changes by input; decisions as "decide.NAME"
 */
export function alternative(near, changes) {
  const names = Object.keys(changes);
  return near?.grid.find((each) => {
    const told = Object.keys(each.change);
    return told.length === names.length && told.every((name) => name in changes && same(each.change[name], changes[name]));
  }) ?? null;
}
