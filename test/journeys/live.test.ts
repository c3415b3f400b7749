import { expect, test } from 'vitest';
import { administrator, joined, listen, listenWith, openTestSite, until } from '../support/journey.ts';

const site = openTestSite();

test('a socket wants a fresh ticket of this site', async () => {
  const { caller } = await joined(site, 'Ticket');
  await expect(listenWith(site, undefined)).rejects.toThrow('401');
  await expect(listenWith(site, 'A'.repeat(43))).rejects.toThrow('403');
  const { ticket } = await caller.ok('issueSocketTicket');
  await expect(listenWith(site, ticket, { origin: 'https://evil.example' })).rejects.toThrow('403');
  const second = (await caller.ok('issueSocketTicket')).ticket;
  const live = await listenWith(site, second);
  await expect(listenWith(site, second)).rejects.toThrow('403');
  live.close();
});

/** Half of them from each side. `npm run prove -- sockets` does the full amount. */
const messageCount = 24;

test(`${messageCount} messages written from both sides while sockets are cut: none lost, none twice, in order`, async () => {
  const admin = await administrator(site);
  const [amel, karim] = await Promise.all([joined(site, 'Amel', admin), joined(site, 'Karim', admin)]);
  const seen = new Map<number, number>();
  const note = (seq: number) => seen.set(seq, (seen.get(seq) ?? 0) + 1);
  let last = 0;
  let writing = true;
  /** Karim's screen: it applies pushes in order, and reads after a gap and after each reconnect. */
  const reader = (async () => {
    while (writing || last < messageCount) {
      const live = await listen(site, karim.caller);
      const missed = await karim.caller.ok('conversation', {
        params: { userId: amel.userId },
        query: { after: String(last) },
      });
      for (const { seq } of missed.messages) if (seq > last) note((last = seq));
      for (const event of live.events) {
        if (event.type === 'message.created' && event.data.message.seq === last + 1)
          note((last = event.data.message.seq));
      }
      live.close();
      await live.closed;
    }
  })();
  const write = async (from: typeof amel, to: typeof amel) => {
    for (let index = 0; index < messageCount / 2; index++) {
      await from.caller.ok('sendMessage', { body: { recipientId: to.userId, content: `Message ${index}` } });
    }
  };
  await Promise.all([write(amel, karim), write(karim, amel)]);
  writing = false;
  await reader;
  expect([...seen.keys()]).toEqual(Array.from({ length: messageCount }, (_, index) => index + 1));
  expect([...seen.values()].every((times) => times === 1)).toBe(true);
});

test('reading clears the badge and tells the writer', async () => {
  const admin = await administrator(site);
  const [writer, reader] = await Promise.all([joined(site, 'Ecrit', admin), joined(site, 'Lit', admin)]);
  const live = await listen(site, writer.caller);
  const sent = await writer.caller.ok('sendMessage', { body: { recipientId: reader.userId, content: 'Bonjour' } });
  await until('the badge', async () => {
    const me = await reader.caller.ok('readMe');
    return 'unread' in me && me.unread.messages === 1;
  });
  expect(
    await reader.caller.ok('markRead', { params: { userId: writer.userId }, body: { upToSeq: sent.seq } }),
  ).toEqual({ unread: 0 });
  await until('the writer knows', async () =>
    live.events.some((event) => event.type === 'message.read' && event.data.readUpTo === 1),
  );
  await until('the badge is gone', async () => {
    const me = await reader.caller.ok('readMe');
    return 'unread' in me && me.unread.messages === 0;
  });
  live.close();
});

test('administrators see the queue move without asking', async () => {
  const admin = await administrator(site);
  const live = await listen(site, admin);
  await joined(site, 'Nouveau');
  await until('the queue moved', async () => live.events.some((event) => event.type === 'admin.queue.changed'));
  live.close();
});
