import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { emailLockOf } from '#test/support/world/email-lock.ts';

/** A table with the root administrator (ra@…), another administrator (a@…), a member (m@…), and these items. */
export const threeAccounts = (...items: readonly Item[]): Promise<Table> =>
  tableWith([
    ...(['RA', 'A', 'M'] as const).flatMap((role) => [profileItem(aProfile(role)), emailLockOf(aProfile(role))]),
    ...(['RA', 'A'] as const).map((role) => ({
      ...keys.administrator(memberIds[role]),
      status: 'active',
      rootAdmin: role === 'RA',
    })),
    ...items,
  ]);
