export type Switches = ReturnType<typeof openSwitches>;

export function openSwitches(apply: (environment: Readonly<Record<string, string>>) => void) {
  let limited = true;
  let subscriptionFrom: string | undefined;
  const change = () =>
    apply({
      ...(limited ? {} : { RATE_LIMITS: 'off' }),
      ...(subscriptionFrom === undefined ? {} : { SUBSCRIPTION_FROM: subscriptionFrom }),
    });
  return {
    limited: () => limited,
    limit: (on: boolean) => {
      if (on === limited) return;
      limited = on;
      change();
    },
    subscribeFrom: (day: string) => {
      subscriptionFrom = day;
      change();
    },
  };
}
