import { accountHandlers } from '#functions/accounts/handlers.ts';
import { adminHandlers } from '#functions/admin/handlers.ts';
import { alertHandlers } from '#functions/alerts/handlers.ts';
import { corridorHandlers } from '#functions/corridors/handlers.ts';
import { deliveryHandlers } from '#functions/deliveries/handlers.ts';
import { documentHandlers } from '#functions/documents/handlers.ts';
import { exportHandlers } from '#functions/exports/handlers.ts';
import { friendHandlers } from '#functions/friends/handlers.ts';
import { identityDocumentHandlers } from '#functions/identity-documents/handlers.ts';
import { matchingHandlers } from '#functions/matching/handlers.ts';
import { messagingHandlers } from '#functions/messaging/handlers.ts';
import { noticeHandlers } from '#functions/notices/handlers.ts';
import { parcelHandlers } from '#functions/parcels/handlers.ts';
import { profileHandlers } from '#functions/profiles/handlers.ts';
import { receiptHandlers } from '#functions/receipts/handlers.ts';
import { reportHandlers } from '#functions/reports/handlers.ts';
import { reviewHandlers } from '#functions/reviews/handlers.ts';
import { searchHandlers } from '#functions/search/handlers.ts';
import { secondFactorHandlers } from '#functions/second-factor/handlers.ts';
import type { Handlers } from '#functions/serve.ts';
import { shareHandlers } from '#functions/share/handlers.ts';
import { siteHandlers } from '#functions/site/handlers.ts';
import { tripHandlers } from '#functions/trips/handlers.ts';
import { uploadHandlers } from '#functions/uploads/handlers.ts';
import { contract, type RowName } from '#shared/contract.ts';
import type { RouteSpec, Routes } from '#shared/route.ts';

/** Every row of the contract by its name. */
export const rows = Object.assign({}, ...Object.values(contract)) as Readonly<Record<RowName, RouteSpec>>;

const slices = [
  accountHandlers,
  adminHandlers,
  corridorHandlers,
  deliveryHandlers,
  documentHandlers,
  exportHandlers,
  alertHandlers,
  noticeHandlers,
  reportHandlers,
  friendHandlers,
  identityDocumentHandlers,
  matchingHandlers,
  messagingHandlers,
  parcelHandlers,
  profileHandlers,
  receiptHandlers,
  reviewHandlers,
  searchHandlers,
  secondFactorHandlers,
  shareHandlers,
  siteHandlers,
  tripHandlers,
  uploadHandlers,
];

/** The dependencies of all handlers together. */
export type EveryDeps = (typeof slices)[number] extends (deps: infer D) => unknown ? D : never;

/** The real handler of every row, for tests that run the product in one process. */
export const everyHandler = (deps: EveryDeps): Handlers<Routes> =>
  Object.assign({}, ...slices.map((handlers) => handlers(deps)));
