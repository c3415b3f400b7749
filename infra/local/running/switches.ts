export type Switches = ReturnType<typeof openSwitches>;

/** The switches of a running product. `apply` gives its functions the changed environment. */
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
    /** As a deploy with another `subscriptionFrom` does; an empty text makes the service free. */
    subscribeFrom: (day: string) => {
      subscriptionFrom = day;
      change();
    },
  };
}
