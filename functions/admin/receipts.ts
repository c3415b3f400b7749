import { everything } from '#functions/admin/lists/everything.ts';
import { mail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { parseReceipt, receiptRepository } from '#functions/receipts/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { AdminReceipt, adminReceiptRoutes } from '#shared/admin/receipts.ts';
import { decideReceipt, payerOf, subscribe } from '#shared/receipts/approval.ts';
import type { Payer, ReceiptRecord } from '#shared/receipts/record.ts';
import { extendedEnd, paymentReference, receiptDays, toReceipt } from '#shared/receipts/rules.ts';
import { mayPayBack, payBack, unsubscribe, withdrawUntil } from '#shared/receipts/withdrawal.ts';
import { receiptWords } from '#shared/receipts/words.ts';
import { Refusal } from '#shared/refusal.ts';
import { documentDays } from '#shared/values/ageing.ts';
import { moneyText } from '#shared/values/money.ts';
import { dayMs, dayOf, longDay } from '#shared/values/time.ts';
import type { Judged } from './decisions.ts';
import { adminLog } from './log.ts';

/** A receipt in the panel. `payer` is its member today, or when it was decided. */
function toAdminReceipt(receipt: ReceiptRecord, payer: Payer, now: number): AdminReceipt {
  const { memberId, status, sameFile, version } = receipt;
  const end = status === 'pending' ? payer && extendedEnd(payer.subscriptionEnd, now) : receipt.subscriptionEnd;
  return {
    ...toReceipt(receipt),
    ...(payer ? { member: { ...payer, id: memberId } } : {}),
    paymentReference: paymentReference(memberId),
    ...(sameFile ? { sameFile } : {}),
    ...(end ? { subscriptionEnd: end } : {}),
    mayBePaidBack: mayPayBack(receipt, now),
    version,
  };
}

const receiptDecisions = (deps: Deps) => ({
  approve: approval(deps),
  reject: rejection(deps),
  refund: refunding(deps),
});

function refusals({ table, now }: Deps) {
  const profiles = profileRepository(table);
  const current = async (receipt: ReceiptRecord) =>
    toAdminReceipt(receipt, payerOf(await profiles.read(receipt.memberId)), now());

  /** The decision was already taken, or the receipt is another version. */
  async function requireOpen(
    { resource, version }: Judged<ReceiptRecord>,
    isOpen = resource.status === 'pending',
  ): Promise<void> {
    if (!isOpen) throw new Refusal('ALREADY_DECIDED', undefined, { current: await current(resource) });
    if (resource.version !== version)
      throw new Refusal('CONTENT_CHANGED', undefined, { current: await current(resource) });
  }

  /** Another administrator was faster, so their decision is the answer. */
  const overtaken = (payer: Payer) => (stored: ReceiptRecord | undefined) =>
    stored
      ? new Refusal('ALREADY_DECIDED', undefined, { current: toAdminReceipt(stored, payer, now()) })
      : new Refusal('NOT_FOUND');

  return { requireOpen, overtaken };
}

function approval(deps: Deps) {
  const { table, now, newId } = deps;
  const receipts = receiptRepository(table);
  const profiles = profileRepository(table);
  const uploads = uploadRepository(table);
  const { requireOpen, overtaken } = refusals(deps);

  async function approve(call: Judged<ReceiptRecord>): Promise<Outcome<AdminReceipt>> {
    await requireOpen(call);
    const { actor, resource } = call;
    const profile = await profiles.read(resource.memberId);
    if (!profile)
      throw new Refusal('STATE_CHANGED', { title: receiptWords.notDecided, detail: receiptWords.memberGone });
    const decision = { adminId: actor.id, now: now() };
    const member = subscribe(profile, decision);
    const { subscriptionEnd = '' } = member;
    const receipt = { ...decideReceipt(resource, decision, { subscriptionEnd }), payer: payerOf(member) };
    const isVerified = member.status !== profile.status;
    const end = dayOf(Date.parse(subscriptionEnd));
    const lastDay = withdrawUntil(receipt, now());
    return commit(
      toAdminReceipt(receipt, receipt.payer, now()),
      [
        // First, so that of two decisions the second one learns of the first.
        ...receipts.decide(receipt, overtaken(payerOf(profile))),
        // The member changed their profile in between, so the approval is computed again.
        profiles.save(member, () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 })),
        receipts.putEnd(member.id, subscriptionEnd, now()),
        uploads.keepUntil(receipt.id, dayIn(now(), receiptDays.approved)),
        ...(isVerified ? uploads.keepDocuments(profile, dayIn(now(), documentDays.approved)) : []),
        adminLog(
          deps,
          actor,
          'approveReceipt',
          { type: 'receipt', id: receipt.id },
          {
            before: resource.status,
            after: receipt.status,
            end,
            ...(isVerified ? { profile: member.status } : {}),
          },
        ),
        mail(
          table,
          'receiptApproved',
          { memberId: member.id },
          {
            firstName: member.firstName,
            end: longDay(end),
            verified: isVerified ? 'yes' : '',
            withdrawUntil: lastDay ? longDay(lastDay) : '',
          },
          { id: newId(), now: now() },
        ),
      ],
      async () => approve({ ...call, resource: (await receipts.read(resource.id)) ?? resource }),
    );
  }

  return approve;
}

function rejection(deps: Deps) {
  const { table, now, newId } = deps;
  const receipts = receiptRepository(table);
  const profiles = profileRepository(table);
  const { requireOpen, overtaken } = refusals(deps);

  return async (call: Judged<ReceiptRecord>, reason: string): Promise<Outcome<AdminReceipt>> => {
    await requireOpen(call);
    const { actor, resource } = call;
    const profile = await profiles.read(resource.memberId);
    const payer = payerOf(profile);
    const receipt = { ...decideReceipt(resource, { adminId: actor.id, now: now() }, { reason }), payer };
    return commit(toAdminReceipt(receipt, payer, now()), [
      ...receipts.decide(receipt, overtaken(payer)),
      uploadRepository(table).keepUntil(receipt.id, dayIn(now(), receiptDays.rejected)),
      adminLog(
        deps,
        actor,
        'rejectReceipt',
        { type: 'receipt', id: receipt.id },
        { before: resource.status, after: receipt.status },
      ),
      ...(profile
        ? [
            mail(
              table,
              'receiptRejected',
              { memberId: profile.id },
              { firstName: profile.firstName, reason },
              { id: newId(), now: now() },
            ),
          ]
        : []),
    ]);
  };
}

/** Notes the refund. Of a contract that its member gave up by letter, it ends the year as well. */
function refunding(deps: Deps) {
  const { table, now, newId } = deps;
  const receipts = receiptRepository(table);
  const profiles = profileRepository(table);
  const { requireOpen, overtaken } = refusals(deps);
  const busy = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });

  async function payBackOne(call: Judged<ReceiptRecord>): Promise<Outcome<AdminReceipt>> {
    const { actor, resource } = call;
    await requireOpen(call, resource.status === 'approved' && resource.paidBackAt === undefined);
    const profile = await profiles.read(resource.memberId);
    const ended = profile && resource.withdrawnAt === undefined ? unsubscribe(profile, now()) : undefined;
    const payer = payerOf(ended ?? profile);
    const receipt = { ...payBack(resource, now()), payer };
    return commit(
      toAdminReceipt(receipt, payer, now()),
      [
        receipts.change(receipt, overtaken(payer)),
        ...(ended ? [profiles.save(ended, busy), receipts.putEnd(ended.id, ended.subscriptionEnd, now())] : []),
        adminLog(
          deps,
          actor,
          'payBackReceipt',
          { type: 'receipt', id: resource.id },
          { before: resource.withdrawnAt ? 'withdrawn' : resource.status, after: 'paidBack' },
        ),
        ...(profile
          ? [
              mail(
                table,
                'receiptPaidBack',
                { memberId: profile.id },
                { firstName: profile.firstName, price: moneyText(receipt.amount), withdrawn: ended ? 'yes' : '' },
                { id: newId(), now: now() },
              ),
            ]
          : []),
      ],
      async () => payBackOne({ ...call, resource: (await receipts.read(resource.id)) ?? resource }),
    );
  }

  return payBackOne;
}

const dayIn = (now: number, days: number) => dayOf(now + days * dayMs);

interface ReceiptJudgeDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

export function adminReceiptHandlers(deps: ReceiptJudgeDeps): Handlers<typeof adminReceiptRoutes> {
  const { table, now } = deps;
  const receipts = receiptRepository(table);
  const { approve, reject, refund } = receiptDecisions(deps);

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
    payBackReceipt: refund,
    rejectReceipt: (call) => reject(call, call.body.reason),
  };

  async function allReceipts(cursor: string | undefined) {
    const { items, ...rest } = await everything(table, 'receipt', now(), cursor);
    return { items: items.map(parseReceipt), ...rest };
  }
}
