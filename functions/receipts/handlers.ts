import type { Actor } from '#functions/actor.ts';
import { accepted, answer, commit, type Outcome } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import type { NewReceipt, Receipt, receiptRoutes } from '#shared/receipts/contract.ts';
import type { ReceiptRecord } from '#shared/receipts/record.ts';
import { paidOnProblem, toReceipt } from '#shared/receipts/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { yearlySubscription } from '#shared/subscriptions/yearly.ts';
import { receiptRepository } from './repository.ts';

export interface ReceiptDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

export function receiptHandlers(deps: ReceiptDeps): Handlers<typeof receiptRoutes> {
  const { table, now } = deps;
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
    return commit(toReceipt(receipt), [...receipts.add(receipt, pending), attach], () => send(actor, body));
  }

  return {
    sendReceipt: ({ actor, body }) => send(actor, body),

    myReceipts: async ({ actor, query }) => {
      const [{ items, ...rest }, pending] = await Promise.all([
        receipts.receiptsOf(actor.id, query.cursor),
        receipts.pending(actor.id),
      ]);
      return answer({ items: items.map(toReceipt), pending, ...rest });
    },

    receiptFile: async ({ resource: { key, contentType, fileName } }) =>
      answer(
        await deps.files.link(deps.privateBucket, key, contentType, linkSeconds.other, now(), { ownName: fileName }),
      ),
  };
}
