import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aCard, aMe, aMessage } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { threadKey } from '#web/features/messaging/api.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { ConversationPage, ParcelConversationPage } from '#web/routes/conversation-page.tsx';
import { MemberPage } from './accounts/member-page.tsx';

const me = aMe();

test.each([
  ['/messages/:userId', ConversationPage, '?parcel=p1', '/messaging'],
  ['/parcel-messaging/:userId', ParcelConversationPage, '?parcel=p1', '/messaging'],
  ['/user/:userId', MemberPage, '', '/profile'],
])('one’s own id at %s leads to one’s own page, in any spelling', (path, Page, query, own) => {
  for (const id of [me.id, me.id.toUpperCase()]) {
    const calls = fakeApi({});
    const place = renderPage(<Page />, { at: path.replace(':userId', id) + query, path, me });
    expect(place.url).toBe(own);
    expect(calls).toEqual([]);
  }
});

test('the list beside a conversation follows the block that the conversation shows, and its end', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: true, media }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  const karim = aCard({ id: 'b3e1c5d2-0000-4000-8000-000000000000', firstName: 'Karim' });
  let isBlocked = true;
  const other = () => ({ ...karim, ...(isBlocked ? { unavailable: true as const } : {}) });
  const { createdAt, senderId } = aMessage();
  fakeApi({
    conversation: () => ({ with: other(), messages: [aMessage()], lastSeq: 1, readUpTo: 1 }),
    conversations: () => ({
      items: [
        { with: other(), lastMessage: { preview: 'Bonjour', senderId, createdAt }, unread: 0, updatedAt: createdAt },
      ],
    }),
    markRead: () => ({ unread: 0 }),
  });
  renderPage(<ConversationPage />, { at: `/messages/${karim.id}`, path: '/messages/:userId', me });
  const list = within(await screen.findByRole('tabpanel'));
  const note = () => list.queryByText("Ce membre n'est plus disponible");
  await waitFor(() => expect(note()).toBeVisible());
  for (const blocks of [false, true]) {
    isBlocked = blocks;
    await act(() => queryClient.refetchQueries({ queryKey: threadKey(karim.id, undefined) }));
    await waitFor(() => expect(note() !== null).toBe(blocks));
  }
});
