import { Outlet } from 'react-router-dom';
import { Advertisements, HeaderAdvertisements } from '#web/app/advertisements.tsx';
import { Banners } from '#web/app/banners.tsx';
import { Footer } from '#web/app/footer.tsx';
import { Header } from '#web/app/header.tsx';
import { TabBar } from '#web/app/tab-bar.tsx';
import '#web/app/layout.css';

/** The frame around every page (spec 1 §2, Layout). */
export function Layout() {
  return (
    <>
      <a className="skip-link" href="#main">
        Aller au contenu
      </a>
      <Header />
      <Banners />
      <HeaderAdvertisements />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Advertisements position="footer" />
      <Footer />
      <TabBar />
    </>
  );
}
