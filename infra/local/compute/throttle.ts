export type Throttle = (now: number) => boolean;

/** API Gateway's throttle of a stage: a bucket of `burst` requests that refills with `rate` a second. */
export function throttle({ rate, burst }: { rate: number; burst: number }): Throttle {
  let level = burst;
  let last: number | undefined;
  return (now) => {
    level = Math.min(burst, level + ((now - (last ?? now)) * rate) / 1000);
    last = now;
    if (level < 1) return false;
    level -= 1;
    return true;
  };
}
