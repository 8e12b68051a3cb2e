//! Threads that do numbered jobs, and someone who takes the results in the order of the numbers.
//!
//! Order matters: a test that stops when it is decided must not depend on which game happens to be short, or results would differ
//! from run to run and lean towards players who win quickly.

use anyhow::Result;
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc::channel,
    },
    thread,
};
use zertz_engine::Stop;

/// Does the jobs with numbers below `jobs` in so many threads. Each thread makes itself a `worker` and gives it one job after another; a
/// job that was stopped gives `None`. `done` is told of every result as it comes, `take` gets them in order and can end it all, which sets
/// `stop`. An error ends it too.
pub fn in_order<W, T: Send>(
    jobs: u64,
    threads: usize,
    stop: &Stop,
    worker: impl Fn() -> Result<W> + Sync,
    job: impl Fn(&mut W, u64) -> Result<Option<T>> + Sync,
    mut done: impl FnMut(u64, &T) -> Result<()>,
    mut take: impl FnMut(u64, T) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let next = AtomicU64::new(0);
    let (sender, results) = channel::<Result<(u64, T)>>();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.max(1) as usize) {
            let sender = sender.clone();
            let (worker, job, next) = (&worker, &job, &next);
            scope.spawn(move || {
                let result = (|| {
                    let mut worker = worker()?;
                    while !stop.is_set() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= jobs {
                            break;
                        }
                        let Some(result) = job(&mut worker, number)? else { break };
                        // Nobody listens once it was ended.
                        let _ = sender.send(Ok((number, result)));
                    }
                    Ok(())
                })();
                if let Err(error) = result {
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = 0;
        let mut outcome = Ok(());
        let mut ended = false;
        for result in results {
            let step = result.and_then(|(number, result)| {
                done(number, &result)?;
                early.insert(number, result);
                while let Some(result) = early.remove(&expected).filter(|_| !ended) {
                    ended = take(expected, result)?.is_break();
                    expected += 1;
                }
                Ok(())
            });
            if outcome.is_ok() {
                outcome = step;
            }
            if ended || outcome.is_err() {
                stop.set();
            }
        }
        outcome
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use std::time::Duration;

    fn slow_first(_: &mut (), number: u64) -> Result<Option<u64>> {
        thread::sleep(Duration::from_millis(if number == 0 { 30 } else { 1 }));
        Ok(Some(number * number))
    }

    #[test]
    fn results_come_in_order_whoever_is_first() {
        let mut taken = Vec::new();
        let mut done = 0;
        in_order(
            20,
            4,
            &Stop::new(),
            || Ok(()),
            slow_first,
            |_, _| {
                done += 1;
                Ok(())
            },
            |number, result| {
                taken.push((number, result));
                Ok(ControlFlow::Continue(()))
            },
        )
        .unwrap();
        assert_eq!(taken, (0..20).map(|n| (n, n * n)).collect::<Vec<_>>());
        assert_eq!(done, 20);
    }

    #[test]
    fn whoever_takes_can_end_it() {
        let mut taken = 0;
        let stop = Stop::new();
        in_order(
            u64::MAX,
            3,
            &stop,
            || Ok(()),
            slow_first,
            |_, _| Ok(()),
            |_, _| {
                taken += 1;
                Ok(if taken == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )
        .unwrap();
        assert_eq!(taken, 5);
        assert!(stop.is_set());
    }

    #[test]
    fn an_error_ends_it_and_is_told() {
        let job = |_: &mut (), number| if number == 3 { bail!("job {number} failed") } else { Ok(Some(number)) };
        let go_on = |_, _| Ok(ControlFlow::Continue(()));
        let error = in_order(1000, 2, &Stop::new(), || Ok(()), job, |_, _| Ok(()), go_on).unwrap_err();
        assert_eq!(error.to_string(), "job 3 failed");
    }
}
