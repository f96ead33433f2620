//! [`Fields`]: what a position or a move consists of, by name, for programs that take it apart.

/// The parts of a position or a move, with their names.
pub type Fields = Vec<(&'static str, Field)>;

/// A part of a position or a move.
///
/// # Examples
///
/// ```
/// use papergames_common::fields::Field;
///
/// assert_eq!(Field::from("b2"), Field::Text("b2".into()));
/// assert_eq!(Field::from(vec![1, 2]), Field::List(vec![Field::Number(1), Field::Number(2)]));
/// assert_eq!(Field::from(None::<bool>), Field::None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// This position or move has no such part.
    None,
    /// Whether something holds.
    Truth(bool),
    /// A number or a count.
    Number(usize),
    /// A name, in the notation of the game.
    Text(String),
    /// Parts in order.
    List(Vec<Field>),
    /// Parts by their numbers, such as spots.
    Numbered(Vec<(usize, Field)>),
}

impl From<bool> for Field {
    fn from(truth: bool) -> Field {
        Field::Truth(truth)
    }
}

impl From<usize> for Field {
    fn from(number: usize) -> Field {
        Field::Number(number)
    }
}

impl From<&str> for Field {
    fn from(text: &str) -> Field {
        Field::Text(text.into())
    }
}

impl From<String> for Field {
    fn from(text: String) -> Field {
        Field::Text(text)
    }
}

impl<T: Into<Field>> From<Option<T>> for Field {
    fn from(part: Option<T>) -> Field {
        part.map_or(Field::None, Into::into)
    }
}

impl<T: Into<Field>> From<Vec<T>> for Field {
    fn from(parts: Vec<T>) -> Field {
        Field::List(parts.into_iter().map(Into::into).collect())
    }
}
