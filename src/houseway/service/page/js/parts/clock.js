// The service's clock as far as we know it: times on the wire are the service's.

let ahead = 0;

/** Learn from a time stamp that just arrived. */
export function hearTime(stamp) {
  const there = Date.parse(stamp ?? "");
  if (!Number.isNaN(there)) ahead = there - Date.now();
}

/** The service's time in milliseconds. */
export function now() {
  return Date.now() + ahead;
}
