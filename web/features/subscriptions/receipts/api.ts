import { receiptRoutes } from '#shared/receipts/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';

export const receiptsApi = clientOf(receiptRoutes);
