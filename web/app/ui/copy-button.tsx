import { t } from '@lingui/core/macro';
import { Button, type ButtonProps } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

/** How long the button says that it was done. Milliseconds. */
const SAID_FOR = 2_000;

interface CopyButtonProps extends ButtonProps {
  text: string;
  label?: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label = t`Copy`, ...props }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const clock = setTimeout(() => setCopied(false), SAID_FOR);
    return () => clearTimeout(clock);
  }, [isCopied]);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Button leftSection={<Icon size={16} aria-hidden />} onClick={() => void copy()} {...props}>
      <span aria-live="polite">{isCopied ? t`Copied` : label}</span>
    </Button>
  );
}
