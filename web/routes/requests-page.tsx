import { paths } from '#shared/site/paths.ts';
import { RequestList } from '#web/features/deliveries/lists/request-list.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Tabs } from '#web/ui/tabs/tabs.tsx';

/** `/trip-requests` (product 2.2): handshakes that wait for the member, or for the other participant. */
export function RequestsPage() {
  const { me } = useSession();
  const [params, setParams] = usePageQuery(paths.tripRequests);
  const memberId = me?.id ?? '';
  const count = me?.unread.requests ?? 0;
  return (
    <div className="container page stack">
      <h1>Demandes</h1>
      <div>
        <Tabs
          label="Demandes"
          value={params.get('tab') === 'sent' ? 'sent' : 'received'}
          onChange={(value) => setParams(value === 'sent' ? [['tab', value]] : [])}
          tabs={[
            {
              value: 'received',
              label: count > 0 ? `Reçues (${count})` : 'Reçues',
              content: <RequestList key="received" direction="received" memberId={memberId} />,
            },
            {
              value: 'sent',
              label: 'Envoyées',
              content: <RequestList key="sent" direction="sent" memberId={memberId} />,
            },
          ]}
        />
      </div>
    </div>
  );
}
