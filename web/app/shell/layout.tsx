import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { findPage } from '#web/app/pages.ts';
import { Banners } from '#web/app/shell/banners/banners.tsx';
import { Footer } from '#web/app/shell/footer.tsx';
import { Header } from '#web/app/shell/header/header.tsx';
import { TabBar } from '#web/app/shell/tab-bar.tsx';
import { Advertisements, HeaderAdvertisements } from '#web/features/site/advertisements.tsx';
import '#web/app/shell/layout.css';

export function Layout() {
  const { pathname } = useLocation();
  const purpose = findPage(pathname)?.purpose;
  return (
    <>
      <a className="skip-link" href="#main">
        Aller au contenu
      </a>
      <Header isForWide={purpose === 'conversation'} />
      <Banners />
      {!purpose && <HeaderAdvertisements />}
      <main id="main" className={purpose === 'conversation' ? 'main--conversation' : undefined} tabIndex={-1}>
        <Outlet />
      </main>
      {!purpose && pathname !== paths.home && <Advertisements position="footer" />}
      {purpose !== 'conversation' && <Footer />}
      {purpose !== 'form' && purpose !== 'conversation' && <TabBar />}
    </>
  );
}
