import { Table, TableBody, TableCell, TableHead, TableRow } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { queues } from '#shared/admin/queues.ts';
import { type AdminReceipt, ReceiptState } from '#shared/admin/receipts.ts';
import { leavingText, listingStatusLabels } from '#shared/admin/words.ts';
import { receiptWords } from '#shared/receipts/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { subscriptionState } from '#shared/subscriptions/words.ts';
import { moneyText } from '#shared/values/money.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { StatusBadge } from '#web/features/admin/admin-card.tsx';
import { AdminList, useAdminParams } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { StatusFilter } from '#web/features/admin/listings/listing-filter.tsx';
import { Waiting } from '#web/features/admin/queue/waiting.tsx';
import { ReceiptDialog } from '#web/features/admin/receipts/receipt-dialog.tsx';
import { siteQuery } from '#web/features/site/api.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Moment } from '#web/ui/moment.tsx';
import '@aws-amplify/ui-react/styles/table.layer.css';
import '#web/features/admin/admin.css';

const useReceipts = (status: ReceiptState | undefined) =>
  usePages(queryKey('admin', 'adminReceipts', { query: { status } }), (cursor, options) =>
    adminApi.adminReceipts({ query: { status, cursor } }, options),
  );

/** Receipts to check, and all of them (product 2.2, Paiements). */
export function ReceiptsTab() {
  const { filter } = useAdminParams();
  const status = ReceiptState.safeParse(filter('status')).data;
  const list = useReceipts(status);
  const { data: offer } = useQuery(siteQuery('subscriptionInfo'));
  const [opened, setOpened] = useState<AdminReceipt>();
  // A receipt that another administrator decides leaves the list of waiting ones, but stays on this screen.
  const open = list.pages?.flatMap(({ items }) => items).find(({ id }) => id === opened?.id) ?? opened;
  return (
    <div className="stack">
      <h2 id="admin-receipts">Panel de Paiement</h2>
      {offer && <p className="muted">{subscriptionState(offer)}</p>}
      <div className="admin-filters">
        <StatusFilter options={[...Object.entries(listingStatusLabels), ['withdrawn', 'À rembourser']]} />
      </div>
      {status !== 'withdrawn' && <Refunds />}
      <AdminList
        list={list}
        empty={receiptWords.none}
        failed={receiptWords.notLoaded}
        queue={status === 'pending' && { end: queues.receipt.end, waits: (receipt) => receipt.status === 'pending' }}
      >
        {(receipts) => <ReceiptTable receipts={receipts} onOpen={setOpened} />}
      </AdminList>
      {open && <ReceiptDialog key={open.id} receipt={open} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** Payments of members who gave up the contract: they wait beside the queue, and must not be overlooked. */
function Refunds() {
  const { setFilters } = useAdminParams();
  const { pages = [] } = useReceipts('withdrawn');
  if (!pages.some(({ items }) => items.some(({ paidBackAt }) => !paidBackAt))) return null;
  return (
    <Callout tone="warning" title="Des paiements sont à rembourser">
      <p>Des membres ont renoncé au contrat. La loi donne 14 jours pour les rembourser.</p>
      <div>
        <Button size="small" onClick={() => setFilters(['status', 'withdrawn'])}>
          Voir les remboursements
        </Button>
      </div>
    </Callout>
  );
}

const heads = ['Utilisateur', 'Fichier', 'Date', 'Montant', 'Statut', 'Actions'] as const;

interface ReceiptTableProps {
  receipts: readonly AdminReceipt[];
  onOpen: (receipt: AdminReceipt) => void;
}

const ReceiptTable = ({ receipts, onOpen }: ReceiptTableProps) => (
  <Table className="log-table" highlightOnHover={false} aria-labelledby="admin-receipts">
    <TableHead>
      <TableRow>
        {heads.map((head) => (
          <TableCell key={head} as="th" scope="col">
            {head}
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>
      {receipts.map((receipt) => (
        <TableRow key={receipt.id}>
          <TableCell>
            <MemberName member={receipt.member} />
            {receipt.member?.leavesOn && <p className="small">{leavingText(receipt.member.leavesOn)}</p>}
          </TableCell>
          <TableCell className="log-table__file">
            <bdi translate="no">{receipt.fileName}</bdi>
          </TableCell>
          <TableCell className="numeric">
            <Moment at={receipt.sentAt} />
          </TableCell>
          <TableCell className="numeric">{moneyText(receipt.amount)}</TableCell>
          <TableCell>
            <div className="log-table__status">
              {receipt.withdrawnAt ? (
                <Badge tone={receipt.paidBackAt ? 'neutral' : 'pending'}>
                  {receipt.paidBackAt ? 'Remboursé' : 'À rembourser'}
                </Badge>
              ) : (
                <StatusBadge status={receipt.status} />
              )}
              {receipt.status === 'pending' && <Waiting queue="receipt" since={receipt.sentAt} />}
            </div>
          </TableCell>
          <TableCell>
            <Button
              size="small"
              aria-label={`${receipt.status === 'pending' ? 'Examiner' : 'Voir'} : ${isolated(receipt.fileName)}, ${memberNameOf(receipt.member)}`}
              onClick={() => onOpen(receipt)}
            >
              {receipt.status === 'pending' ? 'Examiner' : 'Voir'}
            </Button>
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

const memberNameOf = (member: AdminReceipt['member']) =>
  member ? `${isolated(member.firstName)} ${isolated(member.lastName)}` : receiptWords.unknownMember;

const MemberName = ({ member }: Pick<AdminReceipt, 'member'>) =>
  member ? (
    <Link to={withQuery(paths.admin, { tab: 'profiles', q: member.id, by: 'id' })}>
      <bdi translate="no">{memberNameOf(member)}</bdi>
    </Link>
  ) : (
    <span className="muted">{receiptWords.unknownMember}</span>
  );
