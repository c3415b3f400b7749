import type { Actor } from '#functions/actor.ts';
import { mail } from '#functions/mail/outbox.ts';
import { accepted, answer, commit, type Outcome } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import { subscriptionEuro } from '#functions/platform/env.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import type { NewReceipt, Receipt, receiptRoutes } from '#shared/receipts/contract.ts';
import type { ReceiptRecord } from '#shared/receipts/record.ts';
import { paidOnProblem, toReceipt } from '#shared/receipts/rules.ts';
import { payBackUntil, unsubscribe, withdraw, withdrawUntil } from '#shared/receipts/withdrawal.ts';
import { yearPrice } from '#shared/receipts/words.ts';
import { Refusal } from '#shared/refusal.ts';
import { yearlySubscription } from '#shared/subscriptions/yearly.ts';
import { moneyText } from '#shared/values/money.ts';
import { algiersMoment, dayOf, longDay } from '#shared/values/time.ts';
import { receiptRepository } from './repository.ts';

interface OwnReceipt {
  readonly actor: Actor;
  readonly resource: ReceiptRecord;
}

export interface ReceiptDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

/** The receipt, with the last day of its withdrawal. */
function withDeadline(receipt: ReceiptRecord, now: number): Receipt {
  const until = withdrawUntil(receipt, now);
  return { ...toReceipt(receipt), ...(until ? { withdrawUntil: until } : {}) };
}

/** Ends one approved year immediately. Profile and listings stay as they are (rule 216). */
function withdrawal({ table, now, newId }: Deps) {
  const receipts = receiptRepository(table);
  const profiles = profileRepository(table);
  const overtaken = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });

  return async function withdrawOne({ actor, resource }: OwnReceipt): Promise<Outcome<Receipt>> {
    if (resource.withdrawnAt) return answer(toReceipt(resource));
    const profile = await profiles.read(actor.id);
    if (!profile) throw new Refusal('NOT_FOUND');
    const at = now();
    const member = unsubscribe(profile, at);
    const receipt = { ...withdraw(resource, at), payer: payerOf(member) };
    const { withdrawnAt = '', validatedAt = '' } = receipt;
    const facts = {
      firstName: member.firstName,
      at: algiersMoment(withdrawnAt),
      approved: longDay(dayOf(Date.parse(validatedAt))),
      price: moneyText(receipt.amount),
      paidBackBy: longDay(payBackUntil(withdrawnAt)),
      end: member.subscriptionEnd ? longDay(dayOf(Date.parse(member.subscriptionEnd))) : '',
    };
    return commit(
      toReceipt(receipt),
      [
        receipts.change(receipt, overtaken),
        profiles.save(member, overtaken),
        receipts.putEnd(member.id, member.subscriptionEnd, at),
        mail(table, 'subscriptionWithdrawn', { memberId: member.id }, facts, { id: newId(), now: at }),
      ],
      async () => withdrawOne({ actor, resource: (await receipts.read(resource.id)) ?? resource }),
    );
  };
}

export function receiptHandlers(deps: ReceiptDeps): Handlers<typeof receiptRoutes> {
  const { table, now, newId } = deps;
  const receipts = receiptRepository(table);
  const uploads = uploadRepository(table);

  async function send(actor: Actor, body: NewReceipt): Promise<Outcome<Receipt | { state: 'scanning' }>> {
    const { uploadId, paidOn, reference } = body;
    const problem = paidOn && paidOnProblem(paidOn, now());
    if (problem) throw new Refusal('INVALID', undefined, { fields: { paidOn: problem } });
    const taken = await uploads.take(uploadId, actor.id, 'receipt_file', { now: now() });
    if (taken === 'scanning') return accepted({ state: 'scanning' });
    const { upload, attach } = taken;
    // Read before the file is looked up. The write is refused if it has changed.
    const pending = await receipts.pending(actor.id);
    const same = await receipts.firstWith(upload.sha256);
    const receipt: ReceiptRecord = {
      id: upload.id,
      memberId: actor.id,
      payer: payerOf(actor.profile),
      key: upload.key,
      contentType: upload.contentType,
      fileName: upload.fileName ?? '',
      sha256: upload.sha256,
      amount: yearlySubscription.price,
      ...(paidOn ? { paidOn } : {}),
      ...(reference ? { reference } : {}),
      sentAt: new Date(now()).toISOString(),
      ...(same ? { sameFile: { sentAt: same.sentAt, byOther: same.memberId !== actor.id } } : {}),
      status: 'pending',
      version: 1,
    };
    const confirmed = mail(
      table,
      'receiptSent',
      { memberId: actor.id },
      { firstName: actor.profile.firstName, price: yearPrice(subscriptionEuro()) },
      { id: newId(), now: now() },
    );
    return commit(toReceipt(receipt), [...receipts.add(receipt, pending), attach, confirmed], () => send(actor, body));
  }

  return {
    sendReceipt: ({ actor, body }) => send(actor, body),

    myReceipts: async ({ actor, query }) => {
      const [{ items, ...rest }, pending] = await Promise.all([
        receipts.receiptsOf(actor.id, query.cursor),
        receipts.pending(actor.id),
      ]);
      return answer({ items: items.map((item) => withDeadline(item, now())), pending, ...rest });
    },

    withdrawSubscription: withdrawal(deps),

    receiptFile: async ({ resource: { key, contentType, fileName } }) =>
      answer(
        await deps.files.link(deps.privateBucket, key, contentType, linkSeconds.other, now(), { ownName: fileName }),
      ),
  };
}
