import { adminRoutes } from '#shared/admin/contract.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';

/** The rows that change a parcel. */
export const routes = { ...parcelRoutes, ...deliveryRoutes, ...adminRoutes };

/** An act of the document, and the call that it is. */
export interface Act {
  readonly name: string;
  readonly row: keyof typeof routes;
  readonly body?: object;
}

const reason = 'Destinataire absent';

/** The call of an act of the document. `another` is the member whom `chooseAnother` chooses. */
export function actNamed(name: string, { carrier, another }: { carrier: string; another: string }): Act {
  const [row = '', , to] = name.split(' ');
  switch (row) {
    case 'chooseCarrier':
      return { name, row, body: { carrierId: carrier } };
    case 'chooseAnother':
      return { name, row: 'chooseCarrier', body: { carrierId: another } };
    case 'releaseCarrier':
    case 'returnParcel':
    case 'cancelParcel':
      return { name, row, body: { reason } };
    case 'recordPosition':
      return { name, row, body: { city: 'Marseille' } };
    case 'overrideParcel':
      return { name, row, body: { to, reason } };
    default:
      return { name, row: row as keyof typeof routes };
  }
}
