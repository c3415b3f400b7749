import { expect, test } from 'vitest';
import { readLocalSettings } from './settings.ts';

test('without settings waits are those of AWS', () => {
  const { waits } = readLocalSettings({}, []);
  expect(waits).toEqual({
    visibility: Number.POSITIVE_INFINITY,
    retry: Number.POSITIVE_INFINITY,
    handshake: 5,
    expiry: 600,
  });
});

test('each wait has a variable of its own', () => {
  const env = { LOCAL_VISIBILITY: '2', LOCAL_RETRY: '3', LOCAL_HANDSHAKE: '0', LOCAL_EXPIRY: '0.5' };
  expect(readLocalSettings(env, []).waits).toEqual({ visibility: 2, retry: 3, handshake: 0, expiry: 0.5 });
});

test.each(['soon', '-1', 'Infinity'])('a wait of « %s » is refused in a sentence', (given) => {
  expect(() => readLocalSettings({ LOCAL_RETRY: given }, [])).toThrow(`LOCAL_RETRY=${given} is no time`);
});

test('the day from which a subscription is needed is a real day, or none', () => {
  const read = (given: string) => readLocalSettings({ SUBSCRIPTION_FROM: given }, []).subscriptionFrom;
  expect([read(''), read('2027-03-01')]).toEqual([undefined, '2027-03-01']);
  expect(() => read('2027-02-29')).toThrow('SUBSCRIPTION_FROM=2027-02-29 is no day');
});
