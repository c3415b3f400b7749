import type { ContractShape, RowShape, Shape } from './shapes.ts';

/** The parts of today's contract that break an open page of the previous release, one line each. */
export function breaches(before: ContractShape, now: ContractShape): string[] {
  return [
    ...Object.entries(before.rows).flatMap(([name, row]) => rowBreaches(name, row, now.rows[name])),
    ...Object.entries(before.live).flatMap(([name, event]) => {
      const today = now.live[name];
      return today ? replyBreaches(event, today, name) : [];
    }),
  ];
}

function rowBreaches(name: string, before: RowShape, now: RowShape | undefined): string[] {
  if (!now) return [`${name} is gone`];
  return [
    ...(now.route === before.route ? [] : [`${name} has moved to ${now.route}`]),
    ...now.needs.filter((one) => !before.needs.includes(one)).map((one) => `${name} needs ${one}`),
    ...bodyBreaches(before.body, now.body, name),
    ...(now.query ? requestBreaches(before.query ?? { fields: {} }, now.query, `${name}?`, { ignores: true }) : []),
    // An act goes on with a reply that it cannot read (`web/lib/api/api.ts`).
    ...(before.reply
      ? replyBreaches(before.reply, now.reply ?? 'anything', name, !before.route.startsWith('GET '))
      : []),
  ];
}

function bodyBreaches(before: Shape | undefined, now: Shape | undefined, name: string): string[] {
  if (!now) return before ? [`${name} takes no body any more`] : [];
  return requestBreaches(before ?? { fields: {} }, now, name, { ignores: false });
}

/** The calls of a page of `before` that `now` refuses; `ignores`: unknown fields are skipped. */
function requestBreaches(before: Shape, now: Shape, at: string, { ignores }: { ignores: boolean }): string[] {
  if (now === 'anything') return [];
  if (typeof before === 'object' && typeof now === 'object') {
    if ('fields' in before && 'fields' in now) {
      const [old, today] = [fieldsOf(before), fieldsOf(now)];
      return [
        ...[...today].flatMap(([key, { isOptional }]) =>
          isOptional || old.get(key)?.isOptional === false ? [] : [`${at}.${key} is now required`],
        ),
        ...[...old].flatMap(([key, { shape }]) => {
          const field = today.get(key);
          if (!field) return ignores ? [] : [`${at}.${key} is not taken any more`];
          return requestBreaches(shape, field.shape, `${at}.${key}`, { ignores });
        }),
      ];
    }
    if ('values' in before && 'values' in now)
      return missing(before.values, now.values).map((value) => `${at} does not take ${value} any more`);
    if ('list' in before && 'list' in now) return requestBreaches(before.list, now.list, `${at}[]`, { ignores });
  }
  const isText = now === 'string' && typeof before === 'object' && 'values' in before;
  return isText || JSON.stringify(before) === JSON.stringify(now) ? [] : [`${at} takes something else`];
}

/**
 * The parts of a reply of `now` that `before` cannot read. New values are allowed if they only remove a row, an entry
 * or an optional field (`isSpare`), not if the whole reply would be lost.
 */
export function replyBreaches(before: Shape, now: Shape, at: string, isSpare = false): string[] {
  if (before === 'anything') return [];
  if (typeof before === 'object' && 'anyOf' in before) {
    const options = typeof now === 'object' && 'anyOf' in now ? now.anyOf : [now];
    return options.flatMap((option) => {
      const found = before.anyOf.map((old) => replyBreaches(old, option, at, isSpare));
      return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
    });
  }
  if (typeof before === 'object' && typeof now === 'object') {
    if ('fields' in before && 'fields' in now) {
      const today = fieldsOf(now);
      return [...fieldsOf(before)].flatMap(([key, { isOptional, shape }]) => {
        const field = today.get(key);
        if (!field || (field.isOptional && !isOptional)) return isOptional ? [] : [`${at}.${key} may be absent`];
        return replyBreaches(shape, field.shape, `${at}.${key}`, isSpare || isOptional);
      });
    }
    if ('values' in before && 'values' in now)
      return isSpare ? [] : missing(now.values, before.values).map((value) => `${at} may be ${value}`);
    if ('list' in before && 'list' in now) return replyBreaches(before.list, now.list, `${at}[]`, true);
    if ('entries' in before && 'entries' in now)
      return [
        ...(before.hasAll && !now.hasAll ? [`${at} may lack entries`] : []),
        ...replyBreaches(before.entries, now.entries, `${at}{}`, true),
      ];
  }
  const isText = before === 'string' && typeof now === 'object' && 'values' in now;
  return isText || JSON.stringify(before) === JSON.stringify(now) ? [] : [`${at} is something else`];
}

const missing = (values: readonly string[], known: readonly string[]) =>
  values.filter((value) => !known.includes(value));

const fieldsOf = ({ fields }: { fields: Readonly<Record<string, Shape>> }) =>
  new Map(
    Object.entries(fields).map(([key, shape]) => [key.replace(/\?$/, ''), { isOptional: key.endsWith('?'), shape }]),
  );
