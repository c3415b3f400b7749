import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const deliveriesApi = clientOf(deliveryRoutes);
export const deliveriesQuery = queriesOf('deliveries', deliveriesApi);
