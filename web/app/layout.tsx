import { Outlet, useLocation } from 'react-router-dom';
import { Advertisements, HeaderAdvertisements } from '#web/app/advertisements.tsx';
import { Banners } from '#web/app/banners.tsx';
import { Footer } from '#web/app/footer.tsx';
import { Header } from '#web/app/header.tsx';
import { findPage } from '#web/app/pages.ts';
import { TabBar } from '#web/app/tab-bar.tsx';
import '#web/app/layout.css';

/** The frame around every page (spec 1 §2, Layout). */
export function Layout() {
  const { pathname } = useLocation();
  const purpose = findPage(pathname)?.purpose;
  return (
    <>
      <a className="skip-link" href="#main">
        Aller au contenu
      </a>
      <Header />
      <Banners />
      {!purpose && <HeaderAdvertisements />}
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {!purpose && <Advertisements position="footer" />}
      <Footer />
      {purpose !== 'form' && <TabBar />}
    </>
  );
}
