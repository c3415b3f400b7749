import { useState } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import { type Examples, nothing } from '../../examples.ts';

const tabs = [
  { value: 'parcels', label: 'Mes colis', content: <p>Les colis que vous envoyez.</p> },
  { value: 'deliveries', label: 'Mes livraisons', content: <p>Les colis que vous transportez.</p> },
  { value: 'requests', label: <Badge tone="pending">Demandes</Badge>, content: <p>Ce qui vous attend.</p> },
];

function Chosen() {
  const [value, setValue] = useState('deliveries');
  return <Tabs label="Colis" tabs={tabs} value={value} onChange={setValue} />;
}

export const examples: Examples = {
  'one chosen': <Chosen />,
  'a chooser instead of the list': (
    <Tabs label="Colis" tabs={tabs} value="parcels" onChange={nothing} chooser={<p>Mes colis</p>} />
  ),
};
