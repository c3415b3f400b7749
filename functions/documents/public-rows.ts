import { type CorridorDeps, corridorHandlers } from '#functions/corridors/handlers.ts';
import { searchHandlers } from '#functions/search/handlers.ts';
import { corridorRoutes } from '#shared/corridors/contract.ts';
import type { Ask } from '#shared/documents/ask.ts';
import type { RouteSpec } from '#shared/route.ts';
import { searchRoutes } from '#shared/search/contract.ts';

const specs: Readonly<Record<string, RouteSpec>> = { ...searchRoutes, ...corridorRoutes };
type AnyHandler = (call: object) => Promise<{ readonly reply: unknown }>;

/**
 * The reply to a query of a document, from the handler of its row and through the row's own schemas, as a browser gets
 * it. Undefined when the row refuses the query.
 */
export function publicRows(deps: CorridorDeps): (ask: Ask) => Promise<unknown> {
  const handlers = { ...searchHandlers(deps), ...corridorHandlers(deps) } as unknown as Record<string, AnyHandler>;
  return async ({ row, call: { params, query } = {} }) => {
    const [spec, handler] = [specs[row], handlers[row]];
    if (!spec?.reply || !handler) throw new Error(`${row} is no public row.`);
    const parsed = spec.query?.safeParse(query ?? {});
    if (parsed && !parsed.success) return undefined;
    const { reply } = await handler({ params, query: parsed?.data });
    return spec.reply.parse(reply);
  };
}
