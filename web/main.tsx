import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '#web/theme/app.css';
import { App } from '#web/app/app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
history.scrollRestoration = 'manual';
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
