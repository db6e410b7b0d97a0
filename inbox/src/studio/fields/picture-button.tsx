import { ImagePlus } from 'lucide';
import { useId, useState } from 'preact/hooks';
import { useAnnouncer } from '../../../../page-kit/announcer.tsx';
import { Icon } from '../../../../page-kit/icon.tsx';
import { ApiFailure } from '../../api/api-failure.ts';
import { refusalText } from '../../language/failure-text.ts';
import { englishMessages, type FormMessageKey } from '../../language/inbox-messages.ts';
import { useFormWords, useTranslator } from '../../language/translator-context.ts';
import { uploadPicture } from './studio-picture.ts';

interface PictureButtonProps {
  readonly label: string;
  onUploaded(sha256: string): void;
}

/** Uploads a picture from this device, and shows the reason for a rejection. */
export function PictureButton({ label, onUploaded }: PictureButtonProps) {
  const { text } = useFormWords();
  const common = useTranslator();
  const { alert } = useAnnouncer();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');

  async function upload(file: File): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      onUploaded((await uploadPicture(file)).sha256);
    } catch (error) {
      const name = error instanceof ApiFailure ? (error.problem?.type.split(':').at(-1) ?? '') : '';
      const key = `refused_${name}`;
      const sentence = key in englishMessages.form ? text(key as FormMessageKey) : refusalText(common, error);
      setFault(sentence);
      alert(sentence);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div class="form-upload">
      <label class="button" for={id}>
        <Icon of={ImagePlus} /> {isBusy ? text('uploading') : label}
      </label>
      <input
        id={id}
        class="visually-hidden"
        type="file"
        accept="image/*"
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void upload(file);
        }}
      />
      {fault !== '' && <p class="form-fault">{fault}</p>}
    </div>
  );
}
