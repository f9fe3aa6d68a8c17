/**
 * `await confirm({...})`: a question with two answers, from anywhere; ConfirmHost draws it. The dialog is loaded with the
 * first question, or once the screen has long been there: a question may be about a connection that is gone.
 */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import { create } from 'zustand';
import type { DialogProps } from './dialog.tsx';

export interface Question {
  title: string;
  message: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** False leaves one button: a notice that has to be read. */
  hasCancel?: boolean;
}

interface Asked extends Question {
  answer: (isConfirmed: boolean) => void;
}

interface Questions {
  asked: Asked[];
  Dialog?: ComponentType<DialogProps>;
}

const useQuestions = create<Questions>(() => ({ asked: [] }));

const AT_LEISURE = 10_000;

async function loadDialog(): Promise<void> {
  const { Dialog } = await import('./dialog.tsx');
  useQuestions.setState({ Dialog });
}

/** Resolves to true for the confirming button, false for every other way out. */
export async function confirm(question: Question): Promise<boolean> {
  try {
    await loadDialog();
  } catch {
    // Better the browser's own question than none.
    return window.confirm(`${question.title}\n\n${question.message}`);
  }
  return new Promise((resolve) => {
    useQuestions.setState(({ asked }) => ({ asked: [...asked, { ...question, answer: resolve }] }));
  });
}

function answerQuestion(question: Asked, isConfirmed: boolean): void {
  useQuestions.setState(({ asked }) => ({ asked: asked.filter((one) => one !== question) }));
  question.answer(isConfirmed);
}

export function ConfirmHost() {
  const { asked, Dialog } = useQuestions();
  useEffect(() => {
    const clock = setTimeout(() => void loadDialog().catch(() => undefined), AT_LEISURE);
    return () => {
      clearTimeout(clock);
      // Nobody can answer any more.
      for (const question of useQuestions.getState().asked) answerQuestion(question, false);
    };
  }, []);
  if (!Dialog) return null;
  return asked.map((question) => (
    <Dialog
      key={question.message}
      opened
      persistent
      size={440}
      title={question.title}
      onClose={() => answerQuestion(question, false)}
      footer={
        <>
          {/* Where something would be lost, Enter alone must not do it: the way back has the focus. */}
          {question.hasCancel !== false && (
            <Button data-autofocus={question.isDangerous} onClick={() => answerQuestion(question, false)}>
              {question.cancelLabel ?? t`Cancel`}
            </Button>
          )}
          <Button
            variant="filled"
            color={question.isDangerous ? 'danger' : undefined}
            data-autofocus={!question.isDangerous}
            onClick={() => answerQuestion(question, true)}
          >
            {question.confirmLabel}
          </Button>
        </>
      }
    >
      {question.message}
    </Dialog>
  ));
}
