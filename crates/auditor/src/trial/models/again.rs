//! Judges that are asked once more: those that echo each other, and a bench whose votes are all the same.

use super::{Courtroom, ModelPanel};
use crate::trial::Docketed;
use court::admission::Admission;
use court::opinion::{Hearing, Persona, Seat};
use court::score::Scale;
use futures_util::future::try_join_all;
use journal::JournalError;
use panel::brief::{Apart, Material, Occasion};
use panel::quality;
use std::sync::atomic::Ordering;

impl ModelPanel {
    /// Where all votes of a case are nearly the same, asks those whose task is to differ once more, as far as the money
    /// reaches. Those who do not differ then keep their votes.
    pub(in crate::trial) async fn remind(
        &self,
        docket: &[Docketed<'_>],
        heard: &mut [(Admission, Vec<Hearing>)],
        room: Courtroom<'_>,
    ) -> Result<(), JournalError> {
        let first = |(entry, (_, hearings)): (&'_ Docketed<'_>, &'_ (Admission, Vec<Hearing>))| {
            hearings
                .first()
                .map(|hearing| (entry.dimension.scale.clone(), hearing.clone()))
        };
        let first: Vec<(Scale, Hearing)> = docket.iter().zip(heard.iter()).filter_map(first).collect();
        let pairs: Vec<(&Scale, &Hearing)> = first.iter().map(|(scale, hearing)| (scale, hearing)).collect();
        if !quality::are_uniform(&pairs) {
            return Ok(());
        }
        let is_heard: Vec<bool> = heard.iter().map(|(_, hearings)| !hearings.is_empty()).collect();
        let worst = self.worst(
            &self
                .estimates(docket, &is_heard, room, &Occasion::Uniform(None))
                .await?,
        );
        if !self
            .access
            .budget
            .has_room(worst, self.access.client.tally().spent)
        {
            return Ok(());
        }
        self.reminded.store(true, Ordering::Relaxed);
        let again = docket
            .iter()
            .zip(heard.iter_mut())
            .map(async |(entry, (_, hearings))| {
                let Some(hearing) = hearings.first_mut() else {
                    return Ok(());
                };
                let material = self.material(entry, room);
                let rules = &entry.law.rules;
                let least = rules
                    .apart
                    .map(|least| rules.carried(least, &entry.dimension.scale));
                let from = hearing.tech_lead.score();
                let apart = from.zip(least).map(|(from, least)| Apart { from, least });
                for persona in [Persona::Prosecutor, Persona::Defense] {
                    self.reread(
                        entry,
                        persona,
                        &Occasion::Uniform(apart),
                        &material,
                        hearing,
                        room,
                    )
                    .await?;
                }
                let hearing = hearing.clone();
                *hearings = crate::trial::reheard(entry, hearing, Some(self), room).await?;
                Ok::<(), JournalError>(())
            });
        try_join_all(again).await?;
        Ok(())
    }

    /// Asks a judge for a reading of its own; one who cannot read otherwise keeps the first reading.
    pub(super) async fn reread(
        &self,
        entry: &Docketed<'_>,
        persona: Persona,
        occasion: &Occasion<'_>,
        material: &Material,
        hearing: &mut Hearing,
        room: Courtroom<'_>,
    ) -> Result<(), JournalError> {
        let brief = self.brief(material, persona, occasion);
        let again = self.ask(entry, persona, occasion, &brief, room).await?;
        if let Seat::Opined(_) = again {
            *hearing.seat_mut(persona) = again;
        }
        Ok(())
    }
}

pub(super) fn echo(hearing: &Hearing, is_reversed: bool) -> Option<Persona> {
    let mut arguments: Vec<(Persona, &str)> = hearing
        .seats()
        .filter_map(|(persona, seat)| match seat {
            Seat::Opined(opinion) => Some((persona, opinion.argument.as_str())),
            Seat::Recused(_) => None,
        })
        .collect();
    if is_reversed {
        arguments.reverse();
    }
    quality::echo(&arguments)
}
