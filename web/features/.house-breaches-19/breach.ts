import '#web/routes/find-page.tsx';
