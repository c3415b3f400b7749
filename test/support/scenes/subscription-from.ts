import { onTestFinished } from 'vitest';

/** Until the end of the test, members need a subscription from this day on; without a day the service is free. */
export function subscriptionFrom(day?: string): void {
  if (day === undefined) delete process.env['SUBSCRIPTION_FROM'];
  else process.env['SUBSCRIPTION_FROM'] = day;
  onTestFinished(() => {
    delete process.env['SUBSCRIPTION_FROM'];
  });
}
