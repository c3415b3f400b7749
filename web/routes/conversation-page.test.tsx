import { expect, test } from 'vitest';
import { aMe } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
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
