import { FileText, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { numberText } from '#shared/values/formats.ts';
import { ofMember } from '#shared/values/french.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { FieldError, FieldHint, type FieldProps, fieldAria, fieldId, Requirement } from '#web/forms/field.tsx';
import { LocalImage } from '#web/forms/files/local-image.tsx';
import type { FileProblem } from '#web/forms/files/prepare-file.ts';
import { usePreparing } from '#web/forms/files/use-preparing.ts';
import type { Sending } from '#web/lib/api/upload.ts';
import { untilPrepared } from '#web/lib/preparing-files.ts';
import { Button } from '#web/ui/button.tsx';
import { SendingBar } from '#web/ui/progress/sending-bar.tsx';
import '#web/forms/field.css';

type FileFieldProps = FieldProps & {
  value: File | undefined;
  onChange: (file: File | undefined) => void;
  kind: UploadKind;
  /** Called with a refused file, besides the sentence at the field. */
  onProblem?: (problem: FileProblem) => void;
  progress?: Sending | undefined;
  examples?: ReactNode;
  children?: ReactNode;
};

/** One file: choose, preview with name and size, replace, remove. An unusable file is reported immediately. */
export function FileField(props: FileFieldProps) {
  const { value, onChange, kind, onProblem, progress, examples, children, ...field } = props;
  /** Error of a refused file, beside the kept one; the next accepted file removes it. */
  const [problem, setProblem] = useState<{ beside: File | undefined; sentence: string }>();
  const { isPreparing, prepare, drop } = usePreparing(kind);
  const id = field.id ?? fieldId(field.name);
  const error = problem && problem.beside === value ? problem.sentence : field.error;
  const { required, ...aria } = fieldAria({ ...field, error });

  const take = async (chosen: File | undefined): Promise<boolean> => {
    const prepared = chosen && (await prepare(chosen));
    if (!prepared) return true;
    if ('file' in prepared) {
      setProblem(undefined);
      onChange(prepared.file);
      return true;
    }
    setProblem({ beside: value, sentence: prepared.problem.sentence });
    onProblem?.(prepared.problem);
    return false;
  };

  return (
    <div className="field file-field">
      <label id={`${id}-label`} className="field__label" htmlFor={id}>
        {field.label}
        <Requirement optional={field.optional} />
      </label>
      <FieldHint id={id} hint={field.hint} />
      {value ? <ChosenFile file={value} progress={progress} /> : examples}
      <div className="cluster">
        <Button as="span" className="file-field__choose">
          <Upload size={20} aria-hidden="true" />
          <span id={`${id}-choose`} aria-hidden="true">
            {value ? 'Remplacer' : 'Choisir un fichier'}
          </span>
          <input
            {...aria}
            aria-labelledby={`${id}-label ${id}-choose`}
            aria-required={required}
            type="file"
            accept={uploadKinds[kind].types.join(',')}
            onChange={({ target }) => {
              void untilPrepared(take(target.files?.[0]));
              target.value = '';
            }}
          />
        </Button>
        {value && (
          <Button
            variant="link"
            aria-label={`Supprimer : ${field.label}`}
            onClick={() => {
              drop();
              onChange(undefined);
            }}
          >
            Supprimer
          </Button>
        )}
        {children}
        <output className="muted small">{isPreparing && 'Préparation de la photo…'}</output>
      </div>
      <FieldError id={id} error={error} />
    </div>
  );
}

function ChosenFile({ file, progress }: { file: File; progress: Sending | undefined }) {
  return (
    <div className="file-field__chosen">
      {file.type.startsWith('image/') ? (
        <LocalImage file={file} alt={`Aperçu ${ofMember(isolated(file.name))}`} width={96} height={72} />
      ) : (
        <FileText size={40} aria-hidden="true" />
      )}
      <div className="stack">
        <span className="file-field__name" translate="no">
          {file.name}
        </span>
        <span className="muted small">{fileSize(file.size)}</span>
        {progress && <SendingBar sending={progress} label={`Envoi ${ofMember(isolated(file.name))}`} />}
      </div>
    </div>
  );
}

const fileSize = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} ko`
    : `${numberText(bytes / 1_000_000, { maximumFractionDigits: 1 })} Mo`;
