import { createCommissionClient } from '@commission-submission-service/client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CommissionForm } from './commission-form.tsx';

const client = createCommissionClient({
  endpoint: import.meta.env.VITE_COMMISSION_ENDPOINT ?? 'http://127.0.0.1:3000/',
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has an element #root');
createRoot(root).render(
  <StrictMode>
    <h1>Order a picture</h1>
    <CommissionForm client={client} />
  </StrictMode>,
);
