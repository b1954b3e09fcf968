import { FileInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { WideField } from '../../web/inputs/FieldGroup.tsx';
import './images.css';

type Props = { file: File | null; pick: (file: File | null) => void; error: string | undefined };

/** Asks for a picture file, and shows a preview before the upload. */
export function PictureInput({ file, pick, error }: Props) {
  const preview = usePreview(file);
  return (
    <>
      <FileInput
        id="field-file"
        name="file"
        label="Upload Image file"
        placeholder="JPEG, PNG or WebP, at most 5 MiB"
        // The types are listed one by one, so that phones convert their own format to JPEG.
        accept="image/jpeg,image/png,image/webp"
        clearable
        value={file}
        onChange={pick}
        error={error}
      />
      {preview && (
        <WideField>
          <img
            key={preview}
            className="image-preview"
            src={preview}
            alt="What will be saved"
            // A file that is no picture gets no preview; the server reports the error.
            onError={(event) => (event.currentTarget.hidden = true)}
          />
        </WideField>
      )}
    </>
  );
}

/** Returns an object URL for a picked file, valid while the component is shown. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
