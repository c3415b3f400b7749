import { sha256 } from '#functions/platform/keys.ts';
import { alertRoutes } from '#shared/alerts/contract.ts';
import { memberIds } from '#test/access/people.ts';
import { alger, anAlert, paris } from '#test/support/factories.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { fewPlaces } from '#test/support/places.ts';
import { alertHandlers } from './handlers.ts';

const { O: amel } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const alertId = '11111111-0000-4000-8000-000000000000';
const alert = anAlert({ id: alertId });
const stored = { pk: `U#${amel}`, sk: `AL#${alertId}`, kind: 'alert', record: alert };
const body = {
  kind: 'trip',
  from: { countryCode: 'FR', city: 'paris' },
  to: { countryCode: 'DZ', city: 'Alger', placeId: '2507480' },
  until: '2027-05-01',
  when: 'now',
};
const turn = `RL#alerts#turn#${sha256(amel)} RL`;
const ownAlerts = `query pk = "U#${amel}" AND begins_with(sk, "AL#"), consistent`;
/** The end of 31 May 2027 in Algiers, 30 days after its last day, in seconds. */
const ttl = 1_811_804_400;

examples(alertRoutes, (deps) => alertHandlers({ ...deps, places: fewPlaces }), {
  myAlerts: { given: [stored], reads: [ownAlerts], answers: { items: [alert] } },

  addAlert: [
    {
      body,
      reads: [`get ${turn}, consistent`, ownAlerts],
      writes: [
        `update ${turn}: ADD count 1 SET ttl = 1795172400 if attribute_not_exists(count)`,
        `put U#${amel} AL#new-1`,
      ],
      items: {
        [`U#${amel} AL#new-1`]: {
          gs2pk: 'AR#trip#FR.2988507>DZ.2507480',
          gs2sk: `2027-05-01#${amel}#new-1`,
          kind: 'alert',
          record: {
            id: 'new-1',
            kind: 'trip',
            from: paris,
            to: alger,
            until: '2027-05-01',
            when: 'now',
            createdAt: at,
          },
          ttl,
        },
      },
      answers: { id: 'new-1', from: paris, to: alger, until: '2027-05-01', createdAt: at },
      refused: { [turn]: 'UNAVAILABLE' },
    },
    {
      when: 'of a search that has one',
      body: { ...body, until: '2027-05-02' },
      given: [stored, { pk: turn.split(' ')[0], sk: 'RL', count: 3 }],
      reads: [`get ${turn}, consistent`, ownAlerts],
      writes: [`update ${turn}: ADD count 1 SET ttl = 1795172400 if count = 3`, `put U#${amel} AL#${alertId}`],
      items: {
        [`U#${amel} AL#${alertId}`]: { record: { id: alertId, until: '2027-05-02', createdAt: alert.createdAt } },
      },
      answers: { id: alertId, until: '2027-05-02' },
    },
    {
      when: 'of a place that does not exist',
      body: { ...body, to: { countryCode: 'DZ', city: 'Alger', placeId: '1' } },
      status: 400,
      answers: { code: 'INVALID', fields: { 'to.city': 'La ville est requise' } },
    },
  ],

  editAlert: [
    {
      params: { alertId },
      body: { ...body, when: 'off' },
      given: [stored, { ...stored, sk: 'AL#copy', record: { ...alert, id: 'copy' } }],
      reads: [`get ${turn}, consistent`, `get U#${amel} AL#${alertId}, consistent`, ownAlerts],
      writes: [
        `update ${turn}: ADD count 1 SET ttl = 1795172400 if attribute_not_exists(count)`,
        `put U#${amel} AL#${alertId} if attribute_exists(pk)`,
        `delete U#${amel} AL#copy`,
      ],
      items: { [`U#${amel} AL#${alertId}`]: { kind: 'alert', record: { ...alert, when: 'off' }, ttl } },
      answers: { ...alert, when: 'off' },
      refused: { [turn]: 'UNAVAILABLE', [`U#${amel} AL#${alertId}`]: 'NOT_FOUND' },
    },
    {
      when: 'of an alert that has gone',
      params: { alertId },
      body,
      reads: [`get ${turn}, consistent`, `get U#${amel} AL#${alertId}, consistent`],
      status: 404,
      answers: { code: 'NOT_FOUND' },
    },
  ],

  removeAlert: { params: { alertId }, writes: [`delete U#${amel} AL#${alertId}`] },
});
