import type { Money } from './fields.ts';
import { numberText } from './formats.ts';

/** « 25 € », « 12,50 € », « 5000 DA » as in product 2.9, « 12 000 DA »: from minor units to text. */
export function moneyText({ amount, currency }: Money): string {
  if (currency === 'DZD') return `${amountText(amount)}\u00a0DA`;
  return numberText(amount / 100, { style: 'currency', currency, ...shapeOf(amount) });
}

/** « 25 », « 12,50 », « 12 000 »: the number alone, beside a field for its currency. */
export const amountText = (amount: number): string => numberText(amount / 100, shapeOf(amount));

function shapeOf(amount: number) {
  const digits = amount % 100 === 0 ? 0 : 2;
  return { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: 'min2' } as const;
}

export const priceToAgree = 'Prix à convenir';

export const currencies = [
  ['EUR', 'Euro (€)'],
  ['DZD', 'Dinar algérien (DA)'],
] as const;
