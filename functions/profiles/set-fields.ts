import { indexes, keys } from '#functions/platform/keys.ts';
import { type Condition, present, type Table, type Write } from '#functions/platform/table.ts';
import type { ProfileRecord, queueOf } from '#shared/profiles/record.ts';
import { isAside } from './aside.ts';

export type Fields = Partial<Pick<ProfileRecord, 'email' | 'emailConfirmedAt' | 'tokensValidAfter' | 'isAdmin'>>;

export interface Options {
  /** Revokes all links for a new password. */
  readonly newResetEpoch?: boolean;
  /** The member opened the link of a mail, so mails reach them. */
  readonly mailsArrive?: boolean;
  readonly onlyIf?: Condition;
  readonly queue?: ReturnType<typeof queueOf>;
}

/**
 * Sets single fields of a profile at any version. A field of the record raises the version, so that an act on an older
 * version cannot overwrite it; fields beside the record do not.
 */
export function setFields(
  table: Table,
  id: string,
  fields: Fields,
  { newResetEpoch = false, mailsArrive = false, onlyIf = present, queue }: Options = {},
): Write {
  const entries = Object.entries(fields);
  const raisesVersion = entries.some(([name]) => !isAside(name));
  const sets = [
    ...entries.map(([name]) => (isAside(name) ? `#${name} = :${name}` : `#record.#${name} = :${name}`)),
    ...(newResetEpoch ? ['#resetEpoch = if_not_exists(#resetEpoch, #record.#resetEpoch) + :one'] : []),
    ...(raisesVersion ? ['#record.#version = #record.#version + :one', '#version = #version + :one'] : []),
    ...(queue ? ['gs2pk = :queue'] : []),
  ];
  const names = [
    ...(raisesVersion || newResetEpoch ? ['record'] : []),
    ...(raisesVersion ? ['version'] : []),
    ...(newResetEpoch ? ['resetEpoch'] : []),
    ...entries.map(([name]) => name),
  ];
  return table.update(
    keys.profile(id),
    {
      expression: `SET ${sets.join(', ')}${mailsArrive ? ' REMOVE mailRefused' : ''}`,
      names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      values: {
        ...(raisesVersion || newResetEpoch ? { ':one': 1 } : {}),
        ...(queue ? { ':queue': indexes.queue('profile', queue, '').gs2pk } : {}),
        ...Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])),
      },
    },
    onlyIf,
  );
}
