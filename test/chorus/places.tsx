import { QueryClientProvider } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { vi } from 'vitest';
import type { Me } from '#shared/accounts/me.ts';
import type { RowName } from '#shared/contract.ts';
import type { Reply } from '#shared/route.ts';
import type { searchRoutes } from '#shared/search/contract.ts';
import { paths } from '#shared/site/paths.ts';
import type { PipelineAnswer, Request } from '#test/support/pipeline.ts';
import { rowAt } from '#test/support/row-at.ts';
import { MobileMenu } from '#web/app/shell/header/header.tsx';
import { TabBar } from '#web/app/shell/layout.tsx';
import { ParcelsTab } from '#web/features/admin/listings/parcels-tab.tsx';
import { RequestList } from '#web/features/deliveries/lists/request-list.tsx';
import { Resume } from '#web/features/home/resume.tsx';
import { ParcelPane } from '#web/features/messaging/parcel/parcel-pane.tsx';
import { ConversationView } from '#web/features/messaging/thread/conversation-view.tsx';
import { useThread } from '#web/features/messaging/thread/use-thread.ts';
import { OwnParcels } from '#web/features/parcels/own-parcels.tsx';
import { useOwnParcels } from '#web/features/parcels/use-own-parcels.ts';
import { ParcelCard } from '#web/features/search/parcel-card.tsx';
import { ParcelDialog } from '#web/features/search/parcel-dialog.tsx';
import { OwnTrips } from '#web/features/trips/own-trips.tsx';
import { useTrips } from '#web/features/trips/use-trips.ts';
import { queryClient, queryKey } from '#web/lib/api/query.ts';
import { noSession, SessionContext } from '#web/lib/session/session.ts';
import { MemberPage } from '#web/routes/accounts/member-page.tsx';
import { DeliveryPage } from '#web/routes/delivery-page.tsx';
import { MyOverviewPage } from '#web/routes/my-overview-page.tsx';
import { MyParcelsPage } from '#web/routes/my-parcels-page.tsx';
import { NotificationsPage } from '#web/routes/notices/notifications-page.tsx';
import { people } from './life.ts';

/** One question of a place, and where its page keeps the answer. */
interface Ask {
  readonly slice: string;
  readonly row: RowName;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The page reads it in pages. */
  readonly inPages?: true;
}

/** The member who looks, at which parcel, and with whom they talk. */
export interface Look {
  readonly memberId: string;
  readonly parcelId: string;
  readonly otherId: string;
}

export interface Place {
  readonly name: string;
  readonly asks: (look: Look) => readonly Ask[];
  readonly show: (look: Look, me: Me) => ReactNode;
  /** The address, and its pattern where it has parameters. */
  readonly at?: (look: Look) => string;
  readonly pattern?: string;
  /** It shows all parcels of the member; otherwise one, or one conversation. */
  readonly of: 'member' | 'parcel' | 'conversation';
  readonly isFor?: (facts: { isOwner: boolean; isCarrier: boolean; isAdministrator: boolean }) => boolean;
}

const readMe: Ask = { slice: 'accounts', row: 'readMe' };
const conversation = ({ otherId, parcelId }: Look): Ask => ({
  slice: 'messaging',
  row: 'conversation',
  params: { userId: otherId },
  query: { parcel: parcelId },
});
const ofParcel = (slice: string, row: RowName, { parcelId }: Look): Ask => ({ slice, row, params: { parcelId } });
const requests = (direction: 'received' | 'sent'): Place => ({
  name: `demandes ${direction}`,
  of: 'member',
  asks: () => [{ slice: 'deliveries', row: 'myRequests', query: { direction }, inPages: true }],
  show: ({ memberId }) => <RequestList direction={direction} memberId={memberId} />,
});
const isMember = ({ isAdministrator }: { isAdministrator: boolean }) => !isAdministrator;

/** Every place that shows a parcel to somebody, by the component that shows it. */
export const places: readonly Place[] = [
  {
    name: 'hub',
    of: 'member',
    isFor: ({ isOwner }) => isOwner,
    asks: () => [
      readMe,
      { slice: 'parcels', row: 'myParcels', query: { stage: undefined }, inPages: true },
      { slice: 'trips', row: 'myTrips', query: { when: 'upcoming' }, inPages: true },
    ],
    at: () => paths.deliveryManagement,
    show: () => <MyOverviewPage />,
  },
  {
    name: 'bars',
    of: 'member',
    isFor: isMember,
    asks: () => [readMe],
    show: () => (
      <>
        <TabBar />
        <MobileMenu />
      </>
    ),
  },
  {
    name: 'notices',
    of: 'member',
    isFor: isMember,
    asks: () => [readMe, { slice: 'notices', row: 'myNotices', inPages: true }],
    at: () => paths.notifications,
    show: () => <NotificationsPage />,
  },
  {
    name: 'profile',
    of: 'member',
    isFor: (facts) => isMember(facts) && !facts.isOwner,
    asks: () => [{ slice: 'profiles', row: 'readMember', params: { userId: people.owner } }],
    at: () => paths.member(people.owner),
    pattern: '/user/:userId',
    show: () => <MemberPage />,
  },
  {
    name: 'own list',
    of: 'member',
    isFor: ({ isOwner }) => isOwner,
    asks: () => [{ slice: 'parcels', row: 'myParcels', query: { stage: undefined }, inPages: true }],
    show: () => <OwnList />,
  },
  requests('received'),
  requests('sent'),
  {
    name: 'deliveries',
    of: 'member',
    isFor: (facts) => isMember(facts) && !facts.isOwner,
    asks: () => [readMe, { slice: 'deliveries', row: 'myDeliveries', query: { state: undefined }, inPages: true }],
    at: () => `${paths.myParcels}?tab=deliveries`,
    show: () => <MyParcelsPage />,
  },
  {
    name: 'own trips',
    of: 'member',
    isFor: (facts) => isMember(facts) && !facts.isOwner,
    asks: () => [{ slice: 'trips', row: 'myTrips', query: { when: 'upcoming' }, inPages: true }],
    show: () => <Travels />,
  },
  { name: 'home', of: 'member', isFor: isMember, asks: () => [readMe], show: (_, me) => <Resume me={me} instead="" /> },
  {
    name: 'conversation',
    of: 'conversation',
    isFor: isMember,
    asks: (look) => [conversation(look)],
    show: ({ memberId, otherId, parcelId }) => <ConversationView {...{ memberId, parcelId }} userId={otherId} />,
  },
  {
    name: 'pane',
    of: 'conversation',
    isFor: isMember,
    asks: (look) => [conversation(look)],
    show: (look) => <Pane {...look} />,
  },
  {
    name: 'delivery',
    of: 'parcel',
    isFor: ({ isOwner, isCarrier }) => isOwner || isCarrier,
    asks: (look) => [
      ofParcel('parcels', 'readParcel', look),
      ofParcel('deliveries', 'tracking', look),
      ofParcel('deliveries', 'proofs', look),
    ],
    at: ({ parcelId }) => paths.delivery(parcelId),
    pattern: '/delivery/:parcelId',
    show: () => <DeliveryPage />,
  },
  {
    name: 'dialog',
    of: 'parcel',
    isFor: isMember,
    asks: (look) => [ofParcel('parcels', 'readParcel', look)],
    show: ({ parcelId }) => <ParcelDialog parcelId={parcelId} onClose={() => {}} />,
  },
  {
    name: 'search',
    of: 'member',
    isFor: isMember,
    asks: () => [{ slice: 'search', row: 'searchParcels', query: { route: undefined } }],
    show: () => <Found />,
  },
  {
    name: 'panel',
    of: 'member',
    isFor: ({ isAdministrator }) => isAdministrator,
    asks: () => [{ slice: 'admin', row: 'adminParcels', query: { status: undefined }, inPages: true }],
    at: () => '/admin?tab=parcels',
    show: () => <ParcelsTab />,
  },
];

const OwnList = () => (
  <OwnParcels list={useOwnParcels()} empty={null} addressOf={({ id }) => `?parcel=${id}`} onOpen={() => {}} />
);

const Travels = () => (
  <OwnTrips list={useTrips('upcoming')} when="upcoming" caption="" empty={null} onMatches={() => {}} />
);

function Found() {
  const found = queryClient.getQueryData<Reply<(typeof searchRoutes)['searchParcels']>>([
    'search',
    'searchParcels',
    { query: {} },
  ]);
  return found?.items.map((parcel) => <ParcelCard key={parcel.id} parcel={parcel} to="" />);
}

function Pane({ memberId, otherId, parcelId }: Look) {
  const { data } = useThread(memberId, otherId, parcelId).reading;
  const { parcel, with: other } = data ?? {};
  if (!parcel?.situation || !other) return null;
  return <ParcelPane {...{ parcel, memberId, other }} situation={parcel.situation} withDelivery={false} />;
}

/** The answer to a question, with the place in which its page keeps it. */
export interface Answered {
  readonly ask: Ask;
  readonly reply: unknown;
}

/** Answers a page that asks for more, as the member. */
type Server = (row: RowName, request: Pick<Request, 'params' | 'query'>) => Promise<PipelineAnswer>;

interface Show<T> {
  readonly place: Place;
  readonly look: Look;
  readonly me: Me;
  readonly answers: readonly Answered[];
  readonly server: Server;
  readonly read: (page: HTMLElement) => T;
}

/** Shows a place with these answers, and reads the page; it is gone afterwards. */
export async function shown<T>({ place, look, me, answers, server, read }: Show<T>): Promise<T> {
  queryClient.clear();
  vi.stubGlobal('fetch', fetchOf(server));
  queryClient.setQueryData(queryKey('accounts', 'readMe'), me);
  for (const { ask, reply } of answers) {
    const { slice, row, params, query, inPages } = ask;
    const call = params || query ? [{ ...(params ? { params } : {}), ...(query ? { query } : {}) }] : [];
    const key = [slice, row, ...call, ...(inPages ? ['pages'] : [])];
    queryClient.setQueryData(key, inPages ? { pages: [reply], pageParams: [undefined] } : reply);
  }
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const { at = () => '/' } = place;
  const content = (
    <QueryClientProvider client={queryClient}>
      <SessionContext value={{ ...noSession, status: 'member', me }}>
        <MemoryRouter initialEntries={[at(look)]}>
          <Routes>
            <Route path={place.pattern ?? '*'} element={place.show(look, me)} />
          </Routes>
        </MemoryRouter>
      </SessionContext>
    </QueryClientProvider>
  );
  act(() => root.render(content));
  // Parts of a page are loaded when they are first shown.
  for (let tries = 0; page.querySelector('.skeleton') && tries < 200; tries++)
    await act(async () => new Promise((done) => setTimeout(done, 5)));
  if (page.querySelector('.skeleton')) throw new Error(`${place.name} is not complete`);
  const result = read(page);
  act(() => root.unmount());
  page.remove();
  return result;
}

/** Reading a page changes nothing. */
const fetchOf =
  (server: Server) =>
  async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'https://site.invalid');
    const row = rowAt(method, pathname.replace('/api', ''));
    if (!row || method !== 'GET') return new Promise<Response>(() => {});
    const { status, body } = await server(row.name as RowName, {
      params: row.params,
      query: Object.fromEntries(searchParams),
    });
    return Response.json(body, { status });
  };
