import { answer, commit } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import { parseReceipt, receiptRepository } from '#functions/receipts/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { adminReceiptRoutes } from '#shared/admin/receipts.ts';
import { everything } from './lists/everything.ts';
import { adminLog } from './log.ts';
import { receiptDecisions, toAdminReceipt } from './receipt-decisions.ts';

interface ReceiptJudgeDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

export function adminReceiptHandlers(deps: ReceiptJudgeDeps): Handlers<typeof adminReceiptRoutes> {
  const { table, now } = deps;
  const receipts = receiptRepository(table);
  const { approve, reject } = receiptDecisions(deps);

  return {
    adminReceipts: async ({ query }) => {
      const { items, ...rest } = query.status
        ? await receipts.queue(query.status, query.cursor)
        : await allReceipts(query.cursor);
      return answer({ items: items.map((receipt) => toAdminReceipt(receipt, receipt.payer, now())), ...rest });
    },

    adminReceiptFile: async ({ actor, resource: { id, key, contentType, fileName } }) => {
      const linkTo = (how: 'inline' | 'attachment') =>
        deps.files.link(deps.privateBucket, key, contentType, linkSeconds.other, now(), { how, ownName: fileName });
      const [link, download] = await Promise.all([linkTo('inline'), linkTo('attachment')]);
      return commit({ ...link, downloadUrl: download.url }, [
        adminLog(deps, actor, 'viewReceipt', { type: 'receipt', id }),
      ]);
    },

    approveReceipt: approve,
    rejectReceipt: (call) => reject(call, call.body.reason),
  };

  async function allReceipts(cursor: string | undefined) {
    const { items, ...rest } = await everything(table, 'receipt', now(), cursor);
    return { items: items.map(parseReceipt), ...rest };
  }
}
