import { Download } from 'lucide';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { encode } from 'uqr';
import { Icon } from '../../../../page-kit/icon.tsx';
import { useFormWords } from '../../language/translator-context.ts';

/** The quiet zone that scanners need, in modules. */
const border = 4;

/** The QR code of an address, to be printed: a quarter of it may be covered. */
export function QrPicture({ address }: { readonly address: string }) {
  const { text } = useFormWords();
  const { size, path } = useMemo(() => drawingOf(address), [address]);
  const [file, setFile] = useState('');
  useEffect(() => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setFile(url);
    return () => URL.revokeObjectURL(url);
  }, [size, path]);
  return (
    <div class="form-qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`${text('shareQr')}: ${address}`}>
        <path d={path} />
      </svg>
      <div>
        <h3>{text('shareQr')}</h3>
        <p class="hint">{text('shareQrHint')}</p>
        {file !== '' && (
          <a class="button button-small" href={file} download="form-qr.svg">
            <Icon of={Download} /> {text('shareQrSave')}
          </a>
        )}
      </div>
    </div>
  );
}

function drawingOf(address: string) {
  const { data, size } = encode(address, { ecc: 'Q', border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
