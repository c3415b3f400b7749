import type { Actor } from '#functions/actor.ts';
import { bankRepository } from '#functions/banks/repository.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit } from '#functions/outcome.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { adminBankRoutes } from '#shared/admin/banks.ts';
import type { AdminAction } from '#shared/admin/contract.ts';
import { accountNumberText } from '#shared/banks/account-number.ts';
import type { BankRecord } from '#shared/banks/contract.ts';
import { addBank, editBank } from '#shared/banks/rules.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { Refusal } from '#shared/refusal.ts';
import { administratorRepository } from './administrators/repository.ts';
import { adminLog } from './log.ts';

export function bankHandlers(deps: Deps): Handlers<typeof adminBankRoutes> {
  const { table, now, newId } = deps;
  const banks = bankRepository(table);

  async function seen(bankId: string, version: number): Promise<BankRecord> {
    const bank = (await banks.all({ consistent: true })).find(({ id }) => id === bankId);
    if (!bank) throw new Refusal('NOT_FOUND');
    if (bank.version !== version) throw new Refusal('STALE', undefined, { current: bank });
    return bank;
  }

  /**
   * The log line and a mail to every administrator: a false account number is stolen money, so each of them learns of
   * each change.
   */
  async function told(
    actor: Actor,
    action: Extract<AdminAction, `${string}Bank`>,
    change: { before?: BankRecord; after?: BankRecord },
  ): Promise<Write[]> {
    const ids = await administratorRepository(table).active();
    const people = await profileRepository(table).people(ids);
    const facts = {
      adminName: nameOf(actor.profile),
      otherId: actor.id,
      change: action,
      before: change.before ? inWords(change.before) : '',
      after: change.after ? inWords(change.after) : '',
    };
    const id = (change.after ?? change.before)?.id ?? '';
    return [
      adminLog(deps, actor, action, { type: 'bank', id }),
      ...[...people].map(([memberId, { profile }]) =>
        mail(
          table,
          'bankChanged',
          { memberId },
          { firstName: profile.firstName, ...facts },
          { id: newId(), now: now() },
        ),
      ),
    ];
  }

  return {
    adminBanks: async () => answer({ items: await banks.all({ consistent: true }) }),

    createBank: async ({ actor, body }) => {
      const known = (await banks.all({ consistent: true })).length;
      const after = addBank(body, known, { id: newId(), now: now() });
      return commit(after, [banks.add(after), ...(await told(actor, 'createBank', { after }))]);
    },

    updateBank: async ({ actor, params, body, version }) => {
      const before = await seen(params.bankId, version);
      const after = editBank(before, body, now());
      return commit(after, [banks.save(after), ...(await told(actor, 'updateBank', { before, after }))]);
    },

    deleteBank: async ({ actor, params, version }) => {
      const before = await seen(params.bankId, version);
      return commit(undefined, [banks.remove(before), ...(await told(actor, 'deleteBank', { before }))]);
    },
  };
}

const inWords = ({ bankName, accountHolder, iban, bic }: BankRecord) =>
  [bankName, accountHolder, accountNumberText(iban), ...(bic ? [`BIC ${bic}`] : [])].join(', ');
