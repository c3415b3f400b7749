import { coreDeps } from '#functions/deps.ts';
import { answer } from '#functions/outcome.ts';
import { keys } from '#functions/platform/keys.ts';
import { type Deps, type Handlers, serve } from '#functions/serve.ts';
import { siteRoutes } from '#shared/site/contract.ts';

/** Healthy means that the database answers. */
const siteHandlers = ({ table }: Deps): Handlers<typeof siteRoutes> => ({
  health: async () => {
    await table.get(keys.adminCounters());
    return answer({ ok: true });
  },
});

const deps = coreDeps();
export const handler = serve(siteRoutes, siteHandlers(deps), deps);
