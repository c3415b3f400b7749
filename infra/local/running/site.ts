import { join } from 'node:path';
import * as z from 'zod/mini';
import type { LocalPlan } from '../assembly/plan.ts';
import type { Workers } from '../compute/workers.ts';
import { databaseControl } from '../database/control.ts';
import { openDevPage } from '../dev-page/dev-page.ts';
import { openRows } from '../dev-page/rows.ts';
import { localRoutes } from '../edge/local-routes.ts';
import { site } from '../edge/origin.ts';
import { withLocalAddresses } from '../emulators/local-addresses.ts';
import type { Services } from '../emulators/services.ts';
import type { startEventSources } from '../events/event-sources.ts';
import type { Access } from '../iam/access.ts';
import type { GuardedTable } from '../iam/guards.ts';
import type { openFront } from './front.ts';
import type { Base, StackOptions } from './options.ts';
import type { Switches } from './switches.ts';

interface Parts {
  plan: LocalPlan;
  access: Access;
  guarded: GuardedTable | undefined;
  services: Services;
  workers: Workers;
  sources: ReturnType<typeof startEventSources>;
  front: ReturnType<typeof openFront>;
  subscribeFrom: Switches['subscribeFrom'];
}

/** Connects the gateway to the distribution, to `/config.json` of this run and to the page for developers. */
export function openSite({ settings, gateway, reset, pages }: StackOptions, base: Base, parts: Parts): void {
  const { dynamoDb, database, clock, closing } = base;
  const { plan, access, guarded, services, workers, sources, front, subscribeFrom } = parts;
  const { dataFolder } = settings;
  const { ses } = services;
  const [table] = plan.tables;
  if (!table) throw new Error('The assembly has no table.');
  const rows = openRows(table, dynamoDb, plan.region);
  closing.push(() => rows.close());
  const control = guarded && database && databaseControl(database, guarded.faults);
  const devPage = openDevPage({
    clock,
    database: control,
    ses,
    functions: workers.state,
    lags: sources.lags,
    logFolder: join(dataFolder, 'logs'),
    table,
    rows: (query) => rows.read(query),
    peaks: () => ({ written: guarded?.writes.peaks() ?? [], read: guarded?.reads.peaks() ?? [] }),
  });
  const { kill } = workers;
  const routes = {
    dataFolder,
    clock,
    ses,
    push: services.push,
    database: control,
    access,
    devPage,
    kill,
    subscribeFrom,
    reset,
  };
  const config = z.parse(
    z.record(z.string(), z.unknown()),
    JSON.parse(withLocalAddresses(JSON.stringify(plan.siteConfig), services)),
  );
  gateway.use(
    site({
      edge: front.edge,
      sockets: front.sockets,
      localRoutes: localRoutes(routes),
      config: { ...config, userPoolEndpoint: services.cognito },
      pages,
    }),
  );
}
