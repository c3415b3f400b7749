/**
 * Replaces `Date` for everything that runs in this thread: `Date.now()`, `new Date()` and `Date()` are moved by the
 * offset, dates made from a value are unchanged. Returns the function that sets the offset (milliseconds).
 */
export function shiftDate(): (offset: number) => void {
  const RealDate = Date;
  let offset = 0;
  const now = () => RealDate.now() + offset;
  const ShiftedDate = new Proxy(RealDate, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
  });
  Object.defineProperty(RealDate.prototype, 'constructor', { value: ShiftedDate, configurable: true, writable: true });
  globalThis.Date = ShiftedDate;
  return (moved) => {
    offset = moved;
  };
}
