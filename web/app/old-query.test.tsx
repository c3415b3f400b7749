import { render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { currentQuery } from '#web/app/old-query.ts';
import { AppRoutes } from '#web/app/router.tsx';
import { noSession, SessionContext } from '#web/lib/session/session.ts';

test.each([
  ['/send-parcel', '?etape=2', '?step=2'],
  ['/send-parcel', '?modifier=p1&etape=2', '?edit=p1&step=2'],
  ['/send-parcel', '?copier=p1', '?copy=p1'],
  ['/transport-parcel', '?modifier=t1', '?edit=t1'],
  ['/transport-parcel', '?copier=t1', '?copy=t1'],
  ['/transport-parcel', '?retour=t1', '?return=t1'],
  ['/find-parcels', '?tab=trajets&fromCity=Oran&trip=t1', '?tab=trips&fromCity=Oran&trip=t1'],
  ['/find-parcels', '?tab=colis', '?tab=parcels'],
  ['/find-parcels', '?fromCity=Paris&tab=trips&fromCity=Lyon', '?fromCity=Lyon&tab=trips'],
  ['/my-parcels', '?statut=delivered&parcel=p1', '?status=delivered&parcel=p1'],
  ['/my-parcels', '?tab=envois', '?tab=parcels'],
  ['/my-parcels', '?tab=transport', '?tab=deliveries'],
  ['/my-trips', '?tab=passes&compatibles=t1', '?tab=past&matches=t1'],
  ['/profile', '?tab=profil', '?tab=profile'],
  ['/profile', '?tab=parametres', '?tab=settings'],
  ['/user/m1', '?tab=activites', '?tab=activity'],
  ['/user/m1', '?tab=avis', '?tab=reviews'],
  ['/user/m1', '?tab=trajets', '?tab=trips'],
  ['/admin', '?tab=statistiques', '?tab=statistics'],
  ['/admin', '?tab=profils&status=pending', '?tab=profiles&status=pending'],
  ['/admin', '?tab=trajets', '?tab=trips'],
  ['/admin', '?tab=colis', '?tab=parcels'],
])('%s%s is %s today', (_, old, current) => {
  expect(currentQuery(old)).toBe(current);
  expect(currentQuery(current)).toBe(current);
});

test.each(['', '?fromCity=A%C3%AFn%20Sefra&date=2026-12-01', '?fromCity=trajets', '?parcel=', '?tab=constructor'])(
  'the query « %s » stays as it is written',
  (search) => {
    expect(currentQuery(search)).toBe(search);
  },
);

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output data-testid="address">{pathname + search + hash}</output>;
}

test('an old address is replaced in the address bar, also inside the `redirect` of the sign-in page', async () => {
  render(
    <SessionContext value={{ ...noSession, status: 'visitor' }}>
      <MemoryRouter initialEntries={['/profile?tab=parametres']}>
        <AppRoutes />
        <Address />
      </MemoryRouter>
    </SessionContext>,
  );
  expect(await screen.findByTestId('address')).toHaveTextContent('/login?redirect=%2Fprofile%3Ftab%3Dsettings');
});
