import { accountRoutes } from './accounts/contract.ts';
import { adminRoutes } from './admin/contract.ts';
import { alertRoutes } from './alerts/contract.ts';
import { corridorRoutes } from './corridors/contract.ts';
import { deliveryRoutes } from './deliveries/contract.ts';
import { documentRoutes } from './documents/contract.ts';
import { exportRoutes } from './exports/contract.ts';
import { friendRoutes } from './friends/contract.ts';
import { identityDocumentRoutes } from './identity-documents/contract.ts';
import { matchingRoutes } from './matching/contract.ts';
import { messagingRoutes } from './messaging/contract.ts';
import { noticeRoutes } from './notices/contract.ts';
import { parcelRoutes } from './parcels/contract.ts';
import { profileRoutes } from './profiles/contract.ts';
import { receiptRoutes } from './receipts/contract.ts';
import { reportRoutes } from './reports/contract.ts';
import { reviewRoutes } from './reviews/contract.ts';
import type { Routes } from './route.ts';
import { searchRoutes } from './search/contract.ts';
import { secondFactorRoutes } from './second-factor/contract.ts';
import { shareRoutes } from './share/contract.ts';
import { siteRoutes } from './site/contract.ts';
import { tripRoutes } from './trips/contract.ts';
import { uploadRoutes } from './uploads/contract.ts';

/**
 * THE TABLE: every operation of the product, by slice. One slice is one Lambda with one role. CDK routes and
 * authorizers, the Lambda pipeline, the web client, the query keys and the access tests are derived from it.
 */
export const contract = {
  accounts: accountRoutes,
  admin: adminRoutes,
  corridors: corridorRoutes,
  deliveries: deliveryRoutes,
  documents: documentRoutes,
  exports: exportRoutes,
  friends: friendRoutes,
  identityDocuments: identityDocumentRoutes,
  matching: matchingRoutes,
  messaging: messagingRoutes,
  parcels: parcelRoutes,
  profiles: profileRoutes,
  receipts: receiptRoutes,
  reviews: reviewRoutes,
  search: searchRoutes,
  secondFactor: secondFactorRoutes,
  share: shareRoutes,
  site: siteRoutes,
  trips: tripRoutes,
  uploads: uploadRoutes,
  alerts: alertRoutes,
  notices: noticeRoutes,
  reports: reportRoutes,
} as const satisfies Readonly<Record<string, Routes>>;

export type Contract = typeof contract;

export type RowName = { [S in keyof Contract]: keyof Contract[S] & string }[keyof Contract];

export type RowNameWithBody = {
  [S in keyof Contract]: {
    [N in keyof Contract[S]]: Contract[S][N] extends { readonly body: unknown } ? N & string : never;
  }[keyof Contract[S]];
}[keyof Contract];
