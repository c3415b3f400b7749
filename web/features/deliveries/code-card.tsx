import { Copy, Share2 } from 'lucide-react';
import type { Situation } from '#shared/situation/contract.ts';
import type { Sentence } from '#shared/situation/sentence.ts';
import { hasCodeIn } from '#shared/situation/stages.ts';
import { type Named, nameIn } from '#shared/situation/words.ts';
import type { Acts } from '#web/features/deliveries/acts/use-acts.tsx';
import type { Shareable } from '#web/features/share/shareable.ts';
import { useShare } from '#web/features/share/use-share.tsx';
import { Parts } from '#web/features/situation/sentence.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCopy } from '#web/ui/copy-button.tsx';
import '#web/features/deliveries/deliveries.css';

interface CodeCardProps {
  situation: Situation;
  other: Named | undefined;
  /** The owner alone has it, once the parcel is on its way. */
  code: string | undefined;
  acts: Acts;
}

/** « Pour la livraison »: the code of the delivery, for its owner; its carrier reads that they will need it. */
export function CodeCard({ situation, other, code, acts }: CodeCardProps) {
  const { stage, isOwner, codeAsked, codeSpent } = situation;
  if (!hasCodeIn(stage) || (!codeAsked && (!isOwner || stage === 'deliveryDeclared'))) return null;
  // Nothing is delivered before a pickup.
  if (stage === 'agreed' && other?.unavailable) return null;
  return (
    <section className="card stack" aria-labelledby="code">
      <h2 id="code">Pour la livraison</h2>
      {codeSpent ? (
        <p>
          Cinq codes incorrects ont été saisis : le code ne sert plus.
          {stage !== 'deliveryDeclared' && <Parts of={afterSpent(isOwner, other)} />}
        </p>
      ) : !isOwner ? (
        <p>
          {stage === 'deliveryDeclared'
            ? "Si l'on vous donne le code, saisissez-le : la livraison est alors confirmée aussitôt."
            : 'Un code vous sera demandé à la livraison : la personne qui reçoit le colis vous le donne.'}
        </p>
      ) : codeAsked ? (
        <Asked {...{ stage, other, code }} />
      ) : (
        <p>
          <Parts
            of={['Vous préférez un code ? ', nameIn(other), " devra l'obtenir de la personne qui reçoit le colis."]}
          />
        </p>
      )}
      {isOwner && <div>{acts.button('setCode')}</div>}
    </section>
  );
}

const afterSpent = (isOwner: boolean, other: Named | undefined): Sentence =>
  isOwner
    ? [' ', nameIn(other), ' peut déclarer la livraison, que vous confirmerez.']
    : [' Déclarez la livraison sans code : ', nameIn(other), ' pourra la confirmer.'];

function Asked({ stage, other, code }: Pick<CodeCardProps, 'other' | 'code'> & Pick<Situation, 'stage'>) {
  if (stage === 'agreed') return <p>Vous lirez le code ici dès que le colis sera en route.</p>;
  return (
    <>
      {code && <Code code={code} />}
      <p>
        <Parts
          of={[
            'La personne qui reçoit le colis donne ce code à ',
            nameIn(other),
            " une fois qu'elle a le colis en main, jamais avant, même au téléphone.",
          ]}
        />
      </p>
    </>
  );
}

/** The recipient may read French or Arabic. */
const shareableCode = (code: string): Shareable => ({
  title: 'Code de livraison',
  message: `Code de livraison\u00a0: ${code}. Donnez-le seulement quand vous avez le colis en main.`,
  arabic: `رمز التسليم: ${code}. يُرجى عدم إعطائه إلا بعد استلام الطرد باليد.`,
});

function Code({ code }: { code: string }) {
  const { isCopied, copy } = useCopy(code, 'Code copié');
  const { share, dialog } = useShare();
  return (
    <>
      <p>
        Code de livraison{' '}
        <strong className="delivery-code numeric" translate="no">
          {code.slice(0, 2)} {code.slice(2)}
        </strong>
      </p>
      <div className="cluster">
        <Button onClick={copy}>
          <Copy size={20} aria-hidden="true" /> {isCopied ? 'Code copié' : 'Copier'}
        </Button>
        <Button onClick={() => share(shareableCode(code))}>
          <Share2 size={20} aria-hidden="true" /> Envoyer le code
        </Button>
      </div>
      {dialog}
    </>
  );
}
